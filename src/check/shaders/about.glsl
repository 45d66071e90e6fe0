GLSL 1.30 or newer (OpenGL ES and WebGL: --lang glsl-es).
