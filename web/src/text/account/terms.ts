/** The terms that a publisher agrees to at sign-up. A network that has its own puts them here. */
export const terms = {
  title: "Terms of the network",
  intro: "What you and the network promise each other. It takes two minutes to read.",
  close: "Back to sign up",
  sections: [
    {
      title: "Your account",
      text: "One account belongs to one person or company. What you tell us about yourself and your channels is true, and you keep it up to date. You keep your password to yourself.",
    },
    {
      title: "Promotion",
      text: "You promote a brand only on channels you added here, and only in the ways its page allows. You tell your visitors that your links are paid for. You never buy, fake or automate clicks or orders.",
    },
    {
      title: "Commission",
      text: "You earn what a brand's page says at the time of the click. A brand checks each order and approves or rejects it with a reason. Approved commission is yours and is paid as Payment Settings says. A rejected order earns nothing; you can ask for it to be looked at again.",
    },
    {
      title: "Payment",
      text: "We pay to the payment method you chose, never to one that was changed within the last 24 hours. You take care of your own taxes.",
    },
    {
      title: "Data",
      text: "We keep what we need to credit your orders and pay you. We show no visitor's address to anyone. You can download a copy of your data at any time.",
    },
    {
      title: "Ending it",
      text: "You can leave a brand or close your account at any time, and so can we if these terms are broken. Commission that was earned by the rules until then is still paid.",
    },
  ],
};
