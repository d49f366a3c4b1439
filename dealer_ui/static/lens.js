// Between pixels and millimetres, as the server counts: homography, then the lens (OpenCV order).

const TURNS = 20;

export function lensOf({ matrix, distortion, homography }) {
  const [[fx, , cx], [, fy, cy]] = matrix;
  const [k1, k2, p1, p2, k3 = 0] = distortion;
  const back = inverse(homography);

  const bend = (x, y) => {
    const r = x * x + y * y;
    const swell = 1 + r * (k1 + r * (k2 + r * k3));
    return [x * swell + 2 * p1 * x * y + p2 * (r + 2 * x * x), y * swell + p1 * (r + 2 * y * y) + 2 * p2 * x * y];
  };

  const pixel = (spot) => {
    const [u, v] = through(back, spot);
    const [x, y] = bend((u - cx) / fx, (v - cy) / fy);
    return [x * fx + cx, y * fy + cy];
  };

  const spot = ([u, v]) => {
    const [bentX, bentY] = [(u - cx) / fx, (v - cy) / fy];
    let [x, y] = [bentX, bentY];
    for (let turn = 0; turn < TURNS; turn++) {
      const [nowX, nowY] = bend(x, y);
      [x, y] = [x + bentX - nowX, y + bentY - nowY];
    }
    return through(homography, [x * fx + cx, y * fy + cy]);
  };

  const outline = (corners, steps) =>
    corners.flatMap((corner, number) => {
      const next = corners[(number + 1) % corners.length];
      return Array.from({ length: steps }, (_, step) => {
        const way = step / steps;
        return pixel([corner[0] + way * (next[0] - corner[0]), corner[1] + way * (next[1] - corner[1])]);
      });
    });

  return { pixel, spot, outline };
}

function through(m, [x, y]) {
  const w = m[2][0] * x + m[2][1] * y + m[2][2];
  return [(m[0][0] * x + m[0][1] * y + m[0][2]) / w, (m[1][0] * x + m[1][1] * y + m[1][2]) / w];
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]) {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [(e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det],
    [(f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det],
    [(d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det],
  ];
}
