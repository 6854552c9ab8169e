/** The width and height of a QR code's PNG, in pixels. */
const PNG_SIZE = 1_024;

/** Draws a QR code on white as a PNG, large enough for print, and saves it. */
export async function saveQrPng(image: string, name: string) {
  const picture = document.createElement("img");
  picture.width = PNG_SIZE;
  picture.height = PNG_SIZE;
  picture.src = image;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PNG_SIZE;
  canvas.height = PNG_SIZE;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, PNG_SIZE, PNG_SIZE);
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, PNG_SIZE, PNG_SIZE);
  const anchor = document.createElement("a");
  anchor.href = canvas.toDataURL("image/png");
  anchor.download = name;
  anchor.click();
}
