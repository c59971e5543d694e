import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type FractionBox, Scene } from '../../synthetic/scene.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { ffmpegView, mediabunnyView } from '../media/native/clips.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const small = { seconds: 2, width: 320, height: 180, fps: 15 } as const;

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

describe('a synthetic clip', () => {
  test.each(['mp4', 'mov', 'webm'] as const)('as %s has every frame, evenly spaced', async (container) => {
    const file = path.join(folder.path, `clip.${container}`);
    const { frameCount } = await synthesizeClip(file, { ...small, container });
    expect(frameCount).toBe(30);
    const { packets, pictures } = await ffmpegView(await readFile(file));
    expect(packets).toHaveLength(30);
    expect(pictures.length).toBeGreaterThanOrEqual(24);
    const view = await mediabunnyView(await readFile(file));
    // WebM does not say how long the last frame lasts.
    expect(view).toMatchObject({
      duration: container === 'webm' ? expect.closeTo(29 / 15, 2) : 2,
      rotation: 0,
    });
  });

  test('is the same file for the same seed, and another for another', async () => {
    const [a, b, c] = ['a.mp4', 'b.mp4', 'c.mp4'].map((name) => path.join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    await synthesizeClip(a, small);
    await synthesizeClip(b, small);
    await synthesizeClip(c, { ...small, seed: 2 });
    expect((await readFile(a)).equals(await readFile(b))).toBe(true);
    expect((await readFile(a)).equals(await readFile(c))).toBe(false);
  });

  test('that cannot be written is refused with the reason', async () => {
    await expect(synthesizeClip(path.join(folder.path, 'missing', 'clip.mp4'), small)).rejects.toThrow(
      'No such file',
    );
    await expect(
      synthesizeClip(path.join(folder.path, 'odd.mp4'), { ...small, width: 321 }),
    ).rejects.toThrow();
  });
});

describe('its ground truth', () => {
  const scene = new Scene(640, 360, 1);
  const count = 60;
  const frames = Array.from({ length: count }, (_, i) => scene.at(i / count));
  const boxesOf = (object: number) => frames.map(({ boxes }) => boxes[object] ?? null);

  test('has one object that enters later, one that leaves, and three that stay', () => {
    const presence = scene.shapes.map((_, i) => {
      const visible = boxesOf(i).map((box) => box !== null);
      return `${visible.at(0) ? 'in' : 'out'}-${visible.at(-1) ? 'in' : 'out'}`;
    });
    expect(presence.sort()).toEqual(['in-in', 'in-in', 'in-in', 'in-out', 'out-in']);
  });

  test('has two objects whose paths cross', () => {
    const overlapping = frames.filter(({ boxes }) =>
      boxes.some((a, i) =>
        boxes.some(
          (b, j) =>
            a &&
            b &&
            i < j &&
            a.x < b.x + b.width &&
            b.x < a.x + a.width &&
            a.y < b.y + b.height &&
            b.y < a.y + a.height,
        ),
      ),
    );
    expect(overlapping.length).toBeGreaterThan(3);
    expect(overlapping.length).toBeLessThan(count / 2);
  });

  test('covers every pixel that differs from the background, and little else', () => {
    const { width, height } = { width: 640, height: 360 };
    const samples = frames.filter((_, i) => i % 6 === 0);
    // The background is what most pictures agree on.
    const background = Uint8Array.from({ length: width * height }, (_, i) => {
      const greens = samples.map(({ image }) => image.data[i * 3 + 1] ?? 0).sort((a, b) => a - b);
      return greens[greens.length >> 1] ?? 0;
    });
    for (const { image, boxes } of samples) {
      const covered = boxes.map(() => 0);
      let outside = 0;
      for (const [i, green] of background.entries()) {
        if (Math.abs((image.data[i * 3 + 1] ?? 0) - green) < 12) continue;
        const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
        const holders = boxes.flatMap((box, object) => (box && contains(box, x, y) ? [object] : []));
        if (holders.length === 0) outside += 1;
        for (const object of holders) covered[object] = (covered[object] ?? 0) + 1;
      }
      expect(outside).toBe(0);
      for (const [i, box] of boxes.entries()) {
        const area = (box?.width ?? 0) * (box?.height ?? 0) * width * height;
        if (area > 4000) expect(covered[i]).toBeGreaterThan(area / 4);
      }
    }

    /** Whether the pixel at (x, y) is in the box, which may end within a pixel. */
    function contains(box: FractionBox, x: number, y: number): boolean {
      const [left, top] = [box.x * width - 1, box.y * height - 1];
      return x > left && x < left + box.width * width + 2 && y > top && y < top + box.height * height + 2;
    }
  });
});
