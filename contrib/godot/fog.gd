# SPDX-License-Identifier: MIT
# Moves the fog: from before its sources to beyond the farthest tile.
extends ColorRect

const FARTHEST = 16.0 # HEXFOG_MAX_LEVEL + 1
@export var width = 6.0 # tiles from the beginning to full fog
@export var tiles_per_second = 1.0
var start = -width

func _process(delta):
    start = min(start + tiles_per_second * delta, FARTHEST)
    material.set_shader_parameter("start", start)
    material.set_shader_parameter("end", start + width)
