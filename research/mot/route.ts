/** A place on the ground and the way it faces: metres, and radians to the right of where the route starts. */
interface Station {
  readonly x: number;
  readonly z: number;
  readonly heading: number;
}

/** A turn by `angle` radians, to the right where positive, between two distances along the route in metres. */
interface Turn {
  readonly from: number;
  readonly to: number;
  readonly angle: number;
}

/** Metres between two points of the integration. */
const STEP = 0.25;

/**
 * A road from (0, 0) along z that turns as told, straight before its start. The steering wheel is turned smoothly: the greatest yaw
 * rate is 1.5 times the mean one.
 * @returns the station at a distance in metres along the road, `aside` metres to the right of it
 */
export function route(length: number, turns: readonly Turn[]): (distance: number, aside: number) => Station {
  const headingAt = (distance: number): number =>
    turns.reduce((sum, { from, to, angle }) => {
      const share = Math.min(1, Math.max(0, (distance - from) / (to - from)));
      return sum + angle * share * share * (3 - 2 * share);
    }, 0);
  const stations: Station[] = [{ x: 0, z: 0, heading: headingAt(0) }];
  for (let k = 1; k * STEP <= length; k++) {
    const { x, z } = stations.at(-1) ?? { x: 0, z: 0 };
    const way = headingAt((k - 0.5) * STEP);
    stations.push({ x: x + STEP * Math.sin(way), z: z + STEP * Math.cos(way), heading: headingAt(k * STEP) });
  }
  return (distance, aside) => {
    const k = Math.min(stations.length - 1, Math.max(0, Math.floor(distance / STEP)));
    const { x, z, heading } = stations[k] ?? { x: 0, z: 0, heading: 0 };
    const rest = distance - k * STEP;
    return {
      x: x + rest * Math.sin(heading) + aside * Math.cos(heading),
      z: z + rest * Math.cos(heading) - aside * Math.sin(heading),
      heading,
    };
  };
}
