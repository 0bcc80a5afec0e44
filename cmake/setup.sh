# Sets the machine up for building Partita; sourced by ./run and ./test.
#
# Debian packages come from cmake/packages.txt. The ONNX C++ library and oneDNN come from
# PyPI, pinned and hash-checked, and are built once into a cache that may be deleted at any
# time. Nothing here runs code from a downloaded package except ONNX's own CMake build.
#
# Sets: PARTITA_CACHE, PARTITA_PREFIX.  Uses: XDG_CACHE_HOME, JOBS.

PARTITA_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PARTITA_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/partita
JOBS=${JOBS:-$(nproc)}

ONNX_VERSION=1.23.2
ONNX_SHA=008cb0467b2bbee41448acc7da8b6f4e704624cb0d327a2d5adafc7ce19bc5b8
ONEDNN_VERSION=2023.2.0
ONEDNN_DEVEL_SHA=9763c69e8c907e119056bd52ad918ca84ac9ba939d130a99dfa95ccca3e5e284
ONEDNN_SHA=2f22a54d6a890ed14bfa185d42a4be65d8b5b1df85dc1f0f3a9abe31620416fb
# Its wheel holds the backend node tests, which the newer source has no longer.
NODE_TESTS_VERSION=1.22.0
NODE_TESTS_SHA=1d0a2bdb15eb2b3cb65c438f3423d9620d14fdce32f92380e6bb1b2e09568ef5
PARTITA_PREFIX=$PARTITA_CACHE/onnx-$ONNX_VERSION-onednn-$ONEDNN_VERSION

say() { printf '%s\n' "partita: $*" >&2; }
die() { say "$*"; exit 1; }

missing_packages() {
    grep -v '^#' "$PARTITA_ROOT/cmake/packages.txt" | while read -r package; do
        [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || echo "$package"
    done
}

install_packages() {
    local missing
    missing=$(missing_packages | tr '\n' ' ')
    [ -z "${missing// /}" ] && return
    command -v apt-get >/dev/null || die "this set-up knows Debian only; install by hand: $missing"
    if [ "$(id -u)" != 0 ]; then
        die "these Debian packages are missing: $missing
partita: install them as root, then run this command again:
    apt-get install --no-install-recommends $missing"
    fi
    say "installing Debian packages: $missing"
    apt-get update -q >&2
    # shellcheck disable=SC2086  # a list of words on purpose
    DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2
}

# pip_fetch NAME VERSION SHA256 DIR [pip option ...]: one file, checked, nothing installed.
pip_fetch() {
    local name=$1 version=$2 sha=$3 dir=$4
    shift 4
    mkdir -p "$dir"
    echo "$name==$version --hash=sha256:$sha" > "$dir/$name.txt"
    /usr/bin/python3 -m pip download -q --disable-pip-version-check --no-deps --require-hashes \
        -r "$dir/$name.txt" -d "$dir" "$@" >&2 || die "could not fetch $name $version from PyPI"
}

# pip asks an sdist for its metadata; this backend answers without fetching build tools.
write_stub_backend() {
    mkdir -p "$1/scikit_build_core"
    : > "$1/scikit_build_core/__init__.py"
    cat > "$1/scikit_build_core/build.py" <<'PY'
import os
def get_requires_for_build_wheel(config_settings=None):
    return []
def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    version = open("VERSION_NUMBER").read().strip()
    name = f"onnx-{version}.dist-info"
    os.makedirs(os.path.join(metadata_directory, name))
    with open(os.path.join(metadata_directory, name, "METADATA"), "w") as f:
        f.write(f"Metadata-Version: 2.1\nName: onnx\nVersion: {version}\n")
    return name
def build_wheel(*args, **kwargs):
    raise RuntimeError("download only")
PY
}

build_onnx() {
    local work=$1 prefix=$2
    say "building the ONNX C++ library $ONNX_VERSION (once, about two minutes)"
    write_stub_backend "$work/stub"
    PYTHONPATH="$work/stub" pip_fetch onnx "$ONNX_VERSION" "$ONNX_SHA" "$work/dl" \
        --no-binary onnx --no-build-isolation
    mkdir -p "$work/onnx"
    tar xzf "$work/dl/onnx-$ONNX_VERSION.tar.gz" -C "$work/onnx" --strip-components=1
    # Debian 12 has CMake 3.25.1; ONNX asks for 3.26 but uses nothing newer on this path.
    sed -i 's/^cmake_minimum_required(VERSION 3\.26)/cmake_minimum_required(VERSION 3.25)/' \
        "$work/onnx/CMakeLists.txt"
    /usr/bin/cmake -S "$work/onnx" -B "$work/onnx-build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_COMPILER=/usr/bin/g++ \
        "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG -ffile-prefix-map=$work/=" \
        -DPython3_EXECUTABLE=/usr/bin/python3 \
        -DBUILD_SHARED_LIBS=OFF -DONNX_ML=ON -DONNX_BUILD_PYTHON=OFF -DONNX_BUILD_TESTS=OFF \
        -DONNX_USE_PROTOBUF_SHARED_LIBS=ON -DONNX_BUILD_CUSTOM_PROTOBUF=OFF \
        -DONNX_USE_LITE_PROTO=OFF -DONNX_DISABLE_EXCEPTIONS=OFF -DONNX_USE_UNITY_BUILD=ON \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib > "$work/onnx.log" 2>&1 \
        && ninja -C "$work/onnx-build" -j "$JOBS" >> "$work/onnx.log" 2>&1 \
        && /usr/bin/cmake --install "$work/onnx-build" >> "$work/onnx.log" 2>&1 \
        || { tail -n 40 "$work/onnx.log" >&2; die "the ONNX build failed"; }
    mkdir -p "$prefix/share/onnx"
    cp -r "$work/onnx/onnx/backend/test/data" "$prefix/share/onnx/test-data"
    cp "$work/onnx/LICENSE" "$prefix/share/onnx/"
}

unpack_onednn() {
    local work=$1 prefix=$2
    say "unpacking oneDNN $ONEDNN_VERSION"
    pip_fetch onednn-devel-cpu-gomp "$ONEDNN_VERSION" "$ONEDNN_DEVEL_SHA" "$work/dl" \
        --only-binary :all: --platform manylinux1_x86_64 --python-version 3 --abi none
    pip_fetch onednn-cpu-gomp "$ONEDNN_VERSION" "$ONEDNN_SHA" "$work/dl" \
        --only-binary :all: --platform manylinux1_x86_64 --python-version 3 --abi none
    /usr/bin/python3 - "$work/dl" "$prefix" <<'PY'
import glob, os, sys, zipfile
source, prefix = sys.argv[1:]
for wheel in glob.glob(os.path.join(source, "onednn*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if ".data/data/" in name and not name.endswith(("/", "libdnnl.so", "libdnnl.so.3")):
                target = os.path.join(prefix, name.split(".data/data/", 1)[1])
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target, "wb") as out:
                    out.write(archive.read(name))
# The wheel holds the library three times; links do as well.
for link in ("libdnnl.so", "libdnnl.so.3"):
    os.symlink("libdnnl.so.3.2", os.path.join(prefix, "lib", link))
PY
}

# Builds into a temporary prefix and moves it into place, so a broken set-up is never used.
install_libraries() {
    [ -e "$PARTITA_PREFIX/.complete" ] && return
    mkdir -p "$PARTITA_CACHE"
    local work
    work=$(mktemp -d "$PARTITA_CACHE/setup.XXXXXX")
    # shellcheck disable=SC2064  # expand now
    trap "rm -rf '$work'" EXIT
    unpack_onednn "$work" "$work/prefix"
    build_onnx "$work" "$work/prefix"
    touch "$work/prefix/.complete"
    rm -rf "$PARTITA_PREFIX"
    mv "$work/prefix" "$PARTITA_PREFIX"
    rm -rf "$work"
    trap - EXIT
}

# The node tests as data; nothing of the wheel is run.
install_node_tests() {
    local target=$PARTITA_CACHE/onnx-node-tests-$NODE_TESTS_VERSION
    [ -e "$target" ] && return
    mkdir -p "$PARTITA_CACHE"
    local work
    work=$(mktemp -d "$PARTITA_CACHE/setup.XXXXXX")
    # shellcheck disable=SC2064  # expand now
    trap "rm -rf '$work'" EXIT
    say "fetching ONNX's node tests $NODE_TESTS_VERSION"
    pip_fetch onnx "$NODE_TESTS_VERSION" "$NODE_TESTS_SHA" "$work/dl" --only-binary :all: \
        --platform manylinux_2_28_x86_64 --implementation cp --python-version 3.11 --abi cp311
    /usr/bin/python3 - "$work" <<'PY'
import glob, os, sys, zipfile
work = sys.argv[1]
prefix = "onnx/backend/test/data/node/"
with zipfile.ZipFile(glob.glob(os.path.join(work, "dl", "*.whl"))[0]) as archive:
    archive.extractall(os.path.join(work, "wheel"),
                       [n for n in archive.namelist() if n.startswith(prefix)])
PY
    mv "$work/wheel/onnx/backend/test/data/node" "$target"
    rm -rf "$work"
    trap - EXIT
}

setup() {
    install_packages
    install_libraries
}

# build PRESET [target ...]
build() {
    local preset=$1
    shift
    export PARTITA_PREFIX
    (
        cd "$PARTITA_ROOT"
        if [ ! -e "build/$preset/build.ninja" ]; then
            /usr/bin/cmake --preset "$preset" >&2
        fi
        ninja -C "build/$preset" -j "$JOBS" "$@" >&2
    )
}
