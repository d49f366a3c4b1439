"""The rigged hand of the WebXR input profiles: reading the GLB, bending fingers, skinning."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
FIRST_JOINT = {"thumb": 1, "index": 5, "middle": 10, "ring": 15, "pinky": 20}
LAST_JOINT = {"thumb": 4, "index": 9, "middle": 14, "ring": 19, "pinky": 24}
TYPES = {5121: np.uint8, 5123: np.uint16, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True, slots=True)
class HandMesh:
    """Vertices in metres with their joints; rest poses of the 25 joints."""

    vertices: Floats
    normals: Floats
    joints: Whole
    weights: Floats
    triangles: Whole
    rest: Floats
    inverse_bind: Floats


@dataclass(frozen=True, slots=True)
class Bend:
    """How one finger is bent: degrees at its joints from the palm outwards, and sideways."""

    joints: tuple[float, ...]
    sideways: float = 0.0


Pose = dict[str, Bend]


def load_hand(glb: bytes) -> HandMesh:
    """Read the mesh, the skin and the joints of a WebXR hand."""
    length = struct.unpack("<I", glb[12:16])[0]
    document = json.loads(glb[20 : 20 + length])
    body = glb[28 + length :]

    def array(index: int) -> npt.NDArray[np.generic]:
        accessor = document["accessors"][index]
        view = document["bufferViews"][accessor["bufferView"]]
        width = WIDTHS[accessor["type"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        flat = np.frombuffer(
            body, TYPES[accessor["componentType"]], accessor["count"] * width, start
        )
        return flat.reshape(-1, width) if width > 1 else flat

    primitive = document["meshes"][0]["primitives"][0]
    parts = primitive["attributes"]
    return HandMesh(
        vertices=array(parts["POSITION"]).astype(float),
        normals=array(parts["NORMAL"]).astype(float),
        joints=array(parts["JOINTS_0"]).astype(np.int64),
        weights=array(parts["WEIGHTS_0"]).astype(float),
        triangles=array(primitive["indices"]).astype(np.int64).reshape(-1, 3),
        rest=np.stack([joint_matrix(node) for node in document["nodes"][:25]]),
        inverse_bind=array(document["skins"][0]["inverseBindMatrices"])
        .astype(float)
        .reshape(-1, 4, 4)
        .transpose(0, 2, 1),
    )


def joint_matrix(node: dict[str, list[float]]) -> Floats:
    """Turn a node's rotation (quaternion) and translation into a 4 x 4 matrix."""
    x, y, z, w = node["rotation"]
    matrix = np.eye(4)
    matrix[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, 3] = node["translation"]
    return matrix


def turn(flexed_deg: float, sideways_deg: float) -> Floats:
    """Return the rotation of a joint: flexion about its x axis, then sideways about its y axis."""
    f, s = np.radians(-flexed_deg), np.radians(sideways_deg)
    about_x, about_y = np.eye(4), np.eye(4)
    about_x[1:3, 1:3] = [[np.cos(f), -np.sin(f)], [np.sin(f), np.cos(f)]]
    about_y[np.ix_([0, 2], [0, 2])] = [[np.cos(s), np.sin(s)], [-np.sin(s), np.cos(s)]]
    return about_y @ about_x


def posed_joints(mesh: HandMesh, pose: Pose) -> Floats:
    """Bend the fingers and return the world matrices of the joints."""
    world = mesh.rest.copy()
    for finger in FINGERS:
        first, last = FIRST_JOINT[finger], LAST_JOINT[finger]
        bend = pose.get(finger, Bend(()))
        moving = range(first if finger == "thumb" else first + 1, last)
        for number, joint in enumerate(moving):
            parent = 0 if joint == first else joint - 1
            local = np.linalg.inv(mesh.rest[parent]) @ mesh.rest[joint]
            flexed = bend.joints[number] if number < len(bend.joints) else 0.0
            world[joint] = world[parent] @ local @ turn(flexed, 0 if number else bend.sideways)
        world[last] = world[last - 1] @ np.linalg.inv(mesh.rest[last - 1]) @ mesh.rest[last]
    return world


def skinned(mesh: HandMesh, world: Floats) -> tuple[Floats, Floats]:
    """Return the vertices (metres) and unit normals of the bent hand."""
    moves = world @ mesh.inverse_bind
    blended = np.einsum("vj,vjab->vab", mesh.weights, moves[mesh.joints])
    points = np.einsum("vab,vb->va", blended[:, :3, :3], mesh.vertices) + blended[:, :3, 3]
    normals = np.einsum("vab,vb->va", blended[:, :3, :3], mesh.normals)
    return points, normals / np.linalg.norm(normals, axis=1, keepdims=True)
