# SPDX-License-Identifier: MIT
"""What the figures were taken on."""
import os
import platform
import subprocess
import sys

PACKAGES = ["gcc", "coreutils", "libdeflate0", "libtinyexr1d", "libstb-dev",
            "libopenexr-3-1-30", "openimageio-tools", "python3-numpy"]


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def field_of(path, name):
    with open(path, encoding="utf-8") as file:
        for line in file:
            key, _, value = line.partition(":")
            if key.strip() == name:
                return value.strip()
    return ""


def free_bytes():
    return 1024 * int(field_of("/proc/meminfo", "MemAvailable").split()[0])


def file_system(folder):
    return output_of("stat", "-f", "-c", "%T", folder)


def cp_options(folder):
    """Where cp would only note that two files are equal, a real copy is asked for."""
    return ["--reflink=never"] if file_system(folder) in ("btrfs", "xfs", "bcachefs", "zfs") else []


def warn_of_load():
    load, cpus = os.getloadavg()[0], len(os.sched_getaffinity(0))
    if load > cpus / 4:
        print(f"bench: the machine is busy (load {load:.1f}, {cpus} CPUs): "
              "quartiles will be wide", file=sys.stderr)


def describe(folder):
    return {"cpu": field_of("/proc/cpuinfo", "model name") or platform.processor(),
            "cpus": len(os.sched_getaffinity(0)),
            "memory_bytes": 1024 * int(field_of("/proc/meminfo", "MemTotal").split()[0]),
            "kernel": platform.release().split("-")[0],
            "file_system": file_system(folder),
            "load": round(os.getloadavg()[0], 2)}


def versions(hexfog):
    """Of the program, of this tree and of the packages that take part."""
    found = {"hexfog": output_of(hexfog, "--version").split("\n")[0].removeprefix("hexfog "),
             "commit": output_of("git", "rev-parse", "--short=12", "HEAD"),
             "python": platform.python_version()}
    listed = output_of("dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES)
    found.update(line.split(" ", 1) for line in listed.splitlines() if " " in line)
    return found
