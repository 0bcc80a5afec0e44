# shellcheck shell=bash
# Installs what building Partita needs; sourced by ./run, ./test and ./package.
#
# Debian packages come from cmake/packages.txt. The ONNX C++ library and oneDNN come from PyPI,
# pinned and hash-checked, and are built once into a cache that may be deleted at any time. Nothing
# here runs code from a downloaded package except ONNX's own CMake build and, for the tests,
# Python's onnx, which writes its node tests. ONNX Runtime runs in the tests.
#
# Sets: PARTITA_CACHE, PARTITA_PREFIX, PARTITA_JUDGES, PARTITA_QNN, PARTITA_ORT_HEADERS.  Uses: XDG_CACHE_HOME, JOBS, CI.

PARTITA_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PARTITA_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/partita
# A compiler takes up to 2.5 GB.
JOBS=${JOBS:-$(awk -v most="$(nproc)" '$1 == "MemAvailable:" { jobs = int($2 / 2500000) }
    END { print jobs < 1 ? 1 : jobs < most ? jobs : most }' /proc/meminfo)}

ONNX_VERSION=1.23.2
ONNX_SHA=008cb0467b2bbee41448acc7da8b6f4e704624cb0d327a2d5adafc7ce19bc5b8
ONEDNN_VERSION=2023.2.0
ONEDNN_DEVEL_SHA=9763c69e8c907e119056bd52ad918ca84ac9ba939d130a99dfa95ccca3e5e284
ONEDNN_SHA=2f22a54d6a890ed14bfa185d42a4be65d8b5b1df85dc1f0f3a9abe31620416fb
PARTITA_PREFIX=$PARTITA_CACHE/onnx-$ONNX_VERSION-onednn-$ONEDNN_VERSION
# The one interpreter for everything: the judges are pinned for its version.
PARTITA_PYTHON=/usr/bin/python3
# Named by the hash of the list; tests/CMakeLists.txt computes the same name.
PARTITA_JUDGES=$PARTITA_CACHE/judges-$(sha256sum "$PARTITA_ROOT/cmake/judges.txt" | cut -c1-12)
PARTITA_QNN=$PARTITA_CACHE/judges-$(sha256sum "$PARTITA_ROOT/cmake/judges_qnn.txt" | cut -c1-12)
# Where cmake/PartitaPlugin.cmake looks for the headers of ONNX Runtime.
PARTITA_ORT_HEADERS=$PARTITA_CACHE/onnxruntime-headers

say() { printf '%s\n' "partita: $*" >&2; }
die() { say "$*"; exit 1; }
# go_without TEXT: says what is missing, so that tests are skipped. In CI nobody would read it, and a skipped
# test looks like one that passes: there it ends the set-up.
go_without() {
    [ -z "${CI:-}" ] || die "$*; in CI that ends the set-up"
    say "$*"
}

# missing_packages LIST: the packages of cmake/LIST that are not installed.
missing_packages() {
    grep -v '^#' "$PARTITA_ROOT/cmake/$1" | while read -r package; do
        [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null)" = "ii " ] || echo "$package"
    done
}

install_packages() {
    local missing
    missing=$(missing_packages "$1" | tr '\n' ' ')
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

# pip_fetch NAME VERSION SHA256 DIR [pip option ...]: downloads one file and checks its hash;
# installs nothing.
pip_fetch() {
    local name=$1 version=$2 sha=$3 dir=$4
    shift 4
    mkdir -p "$dir"
    echo "$name==$version --hash=sha256:$sha" > "$dir/$name.txt"
    "$PARTITA_PYTHON" -m pip download -q --disable-pip-version-check --no-deps --require-hashes \
        -r "$dir/$name.txt" -d "$dir" "$@" >&2 || die "could not fetch $name $version from PyPI"
}

# pip builds the metadata of an sdist; this backend provides it without fetching build tools.
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
    say "building the ONNX C++ library $ONNX_VERSION (once, about half a minute)"
    write_stub_backend "$work/stub"
    PYTHONPATH="$work/stub" pip_fetch onnx "$ONNX_VERSION" "$ONNX_SHA" "$work/dl" \
        --no-binary onnx --no-build-isolation
    mkdir -p "$work/onnx"
    tar xzf "$work/dl/onnx-$ONNX_VERSION.tar.gz" -C "$work/onnx" --strip-components=1
    # Debian 12 has CMake 3.25.1; ONNX requires 3.26 but uses none of its features in this build.
    sed -i 's/^cmake_minimum_required(VERSION 3\.26)/cmake_minimum_required(VERSION 3.25)/' \
        "$work/onnx/CMakeLists.txt"
    # With -O1 it is compiled in two thirds of the time, and reads and checks models as fast.
    /usr/bin/cmake -S "$work/onnx" -B "$work/onnx-build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_COMPILER=/usr/bin/g++ \
        "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG -ffile-prefix-map=$work/=" \
        -DPython3_EXECUTABLE="$PARTITA_PYTHON" \
        -DBUILD_SHARED_LIBS=OFF -DONNX_ML=ON -DONNX_BUILD_PYTHON=OFF -DONNX_BUILD_TESTS=OFF \
        -DONNX_USE_PROTOBUF_SHARED_LIBS=ON -DONNX_BUILD_CUSTOM_PROTOBUF=OFF \
        -DONNX_USE_LITE_PROTO=OFF -DONNX_DISABLE_EXCEPTIONS=OFF -DONNX_USE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 \
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
    "$PARTITA_PYTHON" - "$work/dl" "$prefix" <<'PY'
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
# The wheel holds the library under three names; two links replace the copies.
for link in ("libdnnl.so", "libdnnl.so.3"):
    os.symlink("libdnnl.so.3.2", os.path.join(prefix, "lib", link))
PY
}

# Builds into a temporary prefix and moves it into place, so that an incomplete set-up is never
# used.
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

# make_once TARGET FUNCTION: calls FUNCTION to fill a temporary folder and renames it to TARGET, so
# that an incomplete set-up is never used. Fails when FUNCTION does.
make_once() {
    local target=$1 function=$2 work status=0
    [ -e "$target" ] && return
    mkdir -p "$PARTITA_CACHE"
    work=$(mktemp -d "$PARTITA_CACHE/setup.XXXXXX") || return 1
    # shellcheck disable=SC2064  # expand now
    trap "rm -rf '$work'" EXIT
    # Another process may have made TARGET meanwhile.
    "$function" "$work" && { mv -T "$work" "$target" 2>/dev/null || [ -e "$target" ]; } || status=1
    rm -rf "$work"
    trap - EXIT
    return $status
}

# pip_install LIST DIR: installs the pinned wheels of cmake/LIST into DIR, without their
# dependencies.
pip_install() {
    "$PARTITA_PYTHON" -m pip install -q --disable-pip-version-check --root-user-action ignore --no-deps \
        --require-hashes --only-binary :all: --target "$2" -r "$PARTITA_ROOT/cmake/$1" >&2
}

fetch_judges() {
    say "fetching the judges of the tests: ONNX Runtime, ONNX and numpy for $PARTITA_PYTHON"
    pip_install judges.txt "$1"
}

fetch_qnn() {
    say "fetching ONNX Runtime's QNN provider with its simulator (about 100 MB)"
    pip_install judges_qnn.txt "$1"
}

write_node_tests() {
    say "writing ONNX's node tests (once, about half a minute)"
    PYTHONPATH=$PARTITA_JUDGES "$PARTITA_PYTHON" -W ignore \
        "$PARTITA_ROOT/tests/support/write_node_tests.py" "$1" >&2
}

# Without the judges some tests are skipped; everything else works.
install_judges() {
    make_once "$PARTITA_JUDGES" fetch_judges ||
        { go_without "no judges (pip says why above): some tests are skipped"; return; }
    make_once "$PARTITA_CACHE/onnx-node-tests-$ONNX_VERSION" write_node_tests ||
        go_without "no node tests (Python says why above): they are skipped"
}

# For ./test --judge only.
install_qnn() {
    make_once "$PARTITA_QNN" fetch_qnn || die "the QNN provider could not be fetched (pip says why above)"
}

# The mirror that this machine uses for Debian's packages.
debian_mirror() {
    local mirror
    # shellcheck disable=SC2016  # apt's own variables
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 2>/dev/null |
        grep -v security | grep -m 1 '/debian/*$')
    echo "${mirror:-http://deb.debian.org/debian}"
}

# The headers of ONNX Runtime's C API: no wheel of PyPI has them, and Debian 12 has no package, so they come
# from a newer Debian. apt does it with lists of its own, so that the archive's signature is checked and
# nothing is installed. The API only grows, so every version from 1.23 on does.
fetch_plugin_headers() {
    local work=$1/apt suite options
    mkdir -p "$work/lists/partial" "$work/archives/partial"
    options=(-q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work" -o APT::Sandbox::User=root)
    for suite in testing unstable; do
        say "fetching the headers of ONNX Runtime from Debian $suite"
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(debian_mirror) $suite main" \
            >"$work/sources.list"
        apt-get "${options[@]}" update >&2 &&
            (cd "$work" && apt-get "${options[@]}" download libonnxruntime-dev >&2) &&
            dpkg -x "$work"/libonnxruntime-dev_*.deb "$work/root" &&
            has_plugin_api "$work/root/usr/include/onnxruntime" && break
        rm -rf "$work"/libonnxruntime-dev_*.deb "$work/root"
    done
    [ -e "$work/root" ] || { rm -rf "$work"; return 1; }
    mv "$work/root/usr/include/onnxruntime" "$1/include"
    mv "$work/root/usr/share/doc/libonnxruntime-dev/copyright" "$1/"
    rm -rf "$work"
}

# has_plugin_api FOLDER: whether the headers there know providers that compile, so 1.23 or later.
has_plugin_api() {
    [ -e "$1/onnxruntime_ep_c_api.h" ] &&
        [ "$(sed -n 's/^#define ORT_API_VERSION //p' "$1/onnxruntime_c_api.h")" -ge 23 ]
}

# Without the headers the plug-in provider is not built; everything else works.
install_plugin_headers() {
    if ! command -v apt-get >/dev/null; then
        [ -e "$PARTITA_ORT_HEADERS" ] || go_without "no plug-in for ONNX Runtime: its headers come by apt; put" \
            "onnxruntime_c_api.h and onnxruntime_ep_c_api.h of 1.23 or later into $PARTITA_ORT_HEADERS/include"
    elif ! make_once "$PARTITA_ORT_HEADERS" fetch_plugin_headers; then
        go_without "no plug-in for ONNX Runtime: its headers could not be fetched (apt says why above)"
    fi
    [ -e "$PARTITA_ORT_HEADERS" ]
}

setup() {
    install_packages packages.txt
    install_libraries
}

# Where ccache is installed, g++ compiles through it, so that a second checkout is built in minutes.
# Paths below the checkout do not count, and precompiled headers need the option and the sloppiness.
# clang's precompiled headers name the checkout, so that they would never be found again.
use_compiler_cache() {
    command -v ccache >/dev/null && [ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ] || return 0
    case $1 in clang | fuzz) return 0 ;; esac
    export CMAKE_CXX_COMPILER_LAUNCHER=$PARTITA_ROOT/cmake/compiler_cache CMAKE_C_COMPILER_LAUNCHER=ccache
    export CCACHE_BASEDIR=$PARTITA_ROOT
    export CCACHE_DIR=${CCACHE_DIR:-$PARTITA_CACHE/ccache} CCACHE_NOHASHDIR=1
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    export CXXFLAGS="${CXXFLAGS:-} -fpch-preprocess"
}

# build PRESET [target ...]
build() {
    local preset=$1
    shift
    export PARTITA_PREFIX
    (
        cd "$PARTITA_ROOT" || exit
        use_compiler_cache "$preset"
        # The plug-in is built as soon as its headers are there.
        if [ ! -e "build/$preset/build.ninja" ] || [ "$PARTITA_ORT_HEADERS" -nt "build/$preset/build.ninja" ]; then
            /usr/bin/cmake --preset "$preset" >&2
        fi
        ninja -C "build/$preset" -j "$JOBS" "$@" >&2
    )
}
