# SPDX-License-Identifier: MIT
# Draws the cases through a shader in Godot 3, and writes the pixels as text.
extends SceneTree

func _init():
    var code = File.new()
    code.open("res://program.txt", File.READ)
    var material = ShaderMaterial.new()
    material.shader = Shader.new()
    material.shader.code = code.get_as_text()

    var cases = File.new()
    cases.open("res://cases", File.READ)
    var bytes = cases.get_buffer(cases.get_len())
    var width = int(bytes.size() / 36)
    var image = Image.new()
    image.create_from_data(width, 3, false, Image.FORMAT_RGBF, bytes)
    var texture = ImageTexture.new()
    texture.create_from_image(image, 0)

    var rectangle = TextureRect.new()
    rectangle.texture = texture
    rectangle.material = material
    var viewport = Viewport.new()
    viewport.size = Vector2(width, 3)
    viewport.usage = Viewport.USAGE_3D # without 3D effects Godot keeps 8 bits only
    viewport.hdr = true
    viewport.transparent_bg = true
    viewport.render_target_v_flip = true
    viewport.render_target_update_mode = Viewport.UPDATE_ALWAYS
    viewport.add_child(rectangle)
    get_root().add_child(viewport)
    yield(self, "idle_frame")
    yield(self, "idle_frame")
    yield(self, "idle_frame")

    var drawn = viewport.get_texture().get_data()
    var out = File.new()
    out.open("res://pixels", File.WRITE)
    drawn.lock()
    for y in range(3):
        for x in range(width):
            var pixel = drawn.get_pixel(x, y)
            out.store_line("%.9f %.9f %.9f %.9f" % [pixel.r, pixel.g, pixel.b, pixel.a])
    out.close()
    print("drawn as format ", drawn.get_format())
    quit()
