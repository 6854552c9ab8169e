#!/bin/sh
# Builds an OCI image of a release with buildah, from Debian's packages and the locked requirements alone:
#     docs/ops/image.sh dist portal
#     podman run -p 8000:8000 -v portal:/var/lib/portal -e PUBLIC_URL=https://portal.example portal
# It needs buildah and mmdebstrap (Debian), the rights to make a root file system, and the two package registries.
set -eu
dist=$(readlink -f "${1:-dist}")
name=${2:-portal}
wheel=$(ls "$dist"/publisher_portal-*.whl)
version=$(basename "$wheel" | cut -d- -f2)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$wheel")}
export SOURCE_DATE_EPOCH
(cd "$dist" && sha256sum --check --quiet SHA256SUMS)

work=$(mktemp -d)
container=$(buildah from scratch)
trap 'buildah rm "$container" > /dev/null; rm -rf "$work"' EXIT
mmdebstrap --quiet --variant=minbase --include=ca-certificates,python3-venv bookworm "$work/root.tar"
buildah add --quiet "$container" "$work/root.tar" /

# Packages come from where pip of this machine takes them; the image keeps nothing of that.
pip_conf=${PIP_CONFIG_FILE:-/etc/pip.conf}
test -f "$pip_conf" || pip_conf=/dev/null
inside() {
    buildah run --network host --volume "$pip_conf:/etc/pip.conf:ro" --volume "$dist:/release:ro" "$container" -- "$@"
}
inside useradd --system --uid 10001 --create-home --home-dir /var/lib/portal portal
inside python3 -m venv /srv/portal
pip="/srv/portal/bin/pip install --quiet --no-cache-dir --disable-pip-version-check --no-deps --root-user-action=ignore"
inside $pip --require-hashes -r /release/requirements-build.lock
inside $pip --require-hashes --no-build-isolation -r /release/requirements.lock
inside $pip "/release/$(basename "$wheel")"
inside rm -rf /var/cache/apt /var/lib/apt/lists

buildah config --user 10001:10001 --workingdir /var/lib/portal --volume /var/lib/portal --port 8000 \
    --env DATA_DIR=/var/lib/portal --env DEMO=0 --env HOST=0.0.0.0 --stop-signal SIGTERM \
    --entrypoint '["/srv/portal/bin/portal"]' --cmd run \
    --label org.opencontainers.image.title="Publisher portal" \
    --label org.opencontainers.image.version="$version" --label org.opencontainers.image.licenses=MIT "$container"
buildah commit --quiet --disable-compression=false --timestamp "$SOURCE_DATE_EPOCH" "$container" "$name:$version"
buildah tag "$name:$version" "$name:latest"
