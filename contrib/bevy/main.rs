// SPDX-License-Identifier: MIT
// The board under moving fog, in Bevy 0.16 with its feature "ktx2".
use bevy::{
    prelude::*,
    reflect::TypePath,
    render::render_resource::{AsBindGroup, ShaderRef, ShaderType},
    sprite::{Material2d, Material2dPlugin},
};

const WIDTH: f32 = 6.0; // tiles from the beginning of the fog to full fog
const FARTHEST: f32 = 16.0; // HEXFOG_MAX_LEVEL + 1
const TILES_PER_SECOND: f32 = 1.0;

#[derive(ShaderType, Debug, Clone)]
struct Fog {
    scene_colour: LinearRgba,
    fog_colour: LinearRgba,
    start: f32,
    end: f32,
    pixels_per_unit: f32,
    unused: f32,
}

#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
struct FogMaterial {
    #[uniform(0)]
    fog: Fog,
    #[texture(1)]
    #[sampler(2)]
    fogmap: Handle<Image>,
}

impl Material2d for FogMaterial {
    fn fragment_shader() -> ShaderRef {
        "fog.wgsl".into()
    }
}

fn setup(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<FogMaterial>>,
    assets: Res<AssetServer>,
) {
    let fog = Fog {
        scene_colour: Color::srgb(0.93, 0.89, 0.8).to_linear(),
        fog_colour: Color::srgb(0.2, 0.27, 0.4).to_linear(),
        start: -WIDTH,
        end: 0.0,
        pixels_per_unit: 16.0,
        unused: 0.0,
    };
    commands.spawn(Camera2d);
    commands.spawn((
        Mesh2d(meshes.add(Rectangle::new(512.0, 512.0))),
        MeshMaterial2d(materials.add(FogMaterial { fog, fogmap: assets.load("board.ktx2") })),
    ));
}

fn move_fog(time: Res<Time>, mut materials: ResMut<Assets<FogMaterial>>) {
    for (_, material) in materials.iter_mut() {
        let start = material.fog.start + TILES_PER_SECOND * time.delta_secs();
        material.fog.start = start.min(FARTHEST);
        material.fog.end = material.fog.start + WIDTH;
    }
}

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, Material2dPlugin::<FogMaterial>::default()))
        .add_systems(Startup, setup)
        .add_systems(Update, move_fog)
        .run();
}
