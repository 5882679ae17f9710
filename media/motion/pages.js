/**
 * Which bridge stands on which page, and how it is looked at.
 *
 * @typedef {object} Camera
 * @property {number} x Metres before the first span; further back is smaller.
 * @property {number} y Height over the deck in metres; below it the deck rises towards the viewer.
 * @property {number} z Metres beside the axis; nearer to 0 is steeper.
 * @property {number} f Focal length in picture widths.
 * @property {number} cx Vanishing point from the left, in picture widths.
 * @property {number} horizon Vanishing point from the top, in picture heights.
 * @property {number} [yaw] Degrees that the camera is turned from the axis towards the bridge, 0 unless given.
 *
 * @typedef {object} Page
 * @property {string} kind Bridge, one of BRIDGES.
 * @property {number} fog Metres after which a line has faded to a third.
 * @property {number} [phase] Where the first load stands in the poster, as a share of its way; 0.3 unless given.
 * @property {number} [loads] Loads on the bridge at one time, evenly apart; 2 unless given.
 * @property {number} [trips] How often a load passes in one loop, a whole number; 1 unless given.
 * @property {number} sag How far the deck gives way under a load, in metres.
 * @property {number} [drift] Share of the camera's usual sway, 1 unless given; less for dense bridges, whose every line would move.
 * @property {Partial<Camera>} [wide] Camera of the 16:9 format, where it differs from CAMERA.wide.
 * @property {Partial<Camera>} [tall] Camera of the 3:4 format, where it differs from CAMERA.tall.
 */

/** @type {{ wide: Camera, tall: Camera }} */
export const CAMERA = {
  wide: { x: -220, y: -26, z: -200, f: 0.7, cx: 0.16, horizon: 0.46 },
  tall: { x: -210, y: -26, z: -194, f: 1.05, cx: -0.04, horizon: 0.38 },
};

/** @type {Record<string, Page>} */
export const PAGES = {
  home: {
    kind: 'suspension',
    fog: 620,
    sag: 8,
    wide: { x: -236, y: -24, z: -212, cx: 0.17, horizon: 0.5 },
    tall: { x: -226, y: -24, z: -206 },
  },
  'home-platforms': {
    kind: 'erection',
    fog: 620,
    sag: 0,
    loads: 0,
    drift: 0.5,
    wide: { x: -44, y: -24, z: -310, f: 0.72, cx: 0.5, horizon: 0.48, yaw: 33 },
    tall: { x: -10, y: -24, z: -290, f: 1.1, cx: 0.42, horizon: 0.38, yaw: 33 },
  },
  'home-velocity': {
    kind: 'suspension',
    fog: 520,
    sag: 2,
    loads: 4,
    trips: 2,
    drift: 0.12,
    wide: { x: -150, y: -14, z: -34, f: 0.62, cx: 0.3, horizon: 0.5 },
    tall: { x: -150, y: -14, z: -34, f: 0.9, cx: 0.1, horizon: 0.38 },
  },
  'home-governance': {
    kind: 'net',
    fog: 560,
    sag: 4,
    drift: 0.35,
    wide: { x: -130, y: -36, z: -210, f: 0.66, cx: 0.36, horizon: 0.52, yaw: 12 },
    tall: { x: -110, y: -36, z: -200, f: 0.96, cx: 0.22, horizon: 0.4, yaw: 12 },
  },
  'who-we-are': {
    kind: 'cantilever',
    fog: 640,
    sag: 5,
    drift: 0.35,
    wide: { x: -276, y: -30, z: -232, f: 0.64, cx: 0.17, horizon: 0.49 },
    tall: { x: -286, y: -30, z: -226, horizon: 0.36 },
  },
  ventures: { kind: 'balanced', fog: 600, sag: 5, drift: 0.35, wide: { x: -230, f: 0.68, horizon: 0.47 } },
  cloud: {
    kind: 'fan',
    fog: 600,
    sag: 6,
    wide: { x: -320, f: 0.62, horizon: 0.48 },
    tall: { x: -290, z: -210 },
  },
  data: { kind: 'truss', fog: 520, sag: 4, wide: { z: -220, f: 0.62, cx: 0.14, horizon: 0.49 } },
  innovation: { kind: 'inclined', fog: 640, sag: 6, wide: { horizon: 0.49 } },
  automation: {
    kind: 'bascule',
    fog: 760,
    sag: 3,
    phase: 0.2,
    wide: { x: -420, z: -220, f: 0.84, horizon: 0.49 },
    tall: { x: -400, z: -210, f: 1.15 },
  },
  cybersecurity: {
    kind: 'arch',
    fog: 660,
    sag: 5,
    wide: { x: -350, y: -30, z: -262, f: 0.6, cx: 0.14, horizon: 0.48 },
    tall: { x: -186, y: -30, z: -184 },
  },
  strategy: { kind: 'ribbon', fog: 560, sag: 10, wide: { f: 0.78, horizon: 0.47 } },
  products: {
    kind: 'network',
    fog: 600,
    sag: 5,
    drift: 0.35,
    wide: { x: -326, z: -276, f: 0.58, horizon: 0.48 },
    tall: { x: -230, f: 0.95 },
  },
  platform: { kind: 'harp', fog: 600, sag: 6, wide: { x: -260, f: 0.64, horizon: 0.49 }, tall: { x: -250 } },
  careers: { kind: 'helix', fog: 640, sag: 8, drift: 0.35, wide: { z: -240, f: 0.64, horizon: 0.49 } },
  insights: { kind: 'lenticular', fog: 560, sag: 5, wide: { x: -300, z: -266, f: 0.64, horizon: 0.49 } },
  contact: {
    kind: 'transporter',
    fog: 620,
    sag: 6,
    wide: { x: -320, y: -12, z: -330, f: 0.68, horizon: 0.49 },
    tall: { x: -240, z: -230, f: 1 },
  },
  healthcare: {
    kind: 'wave',
    fog: 560,
    sag: 6,
    wide: { x: -330, z: -230, f: 0.64, horizon: 0.47 },
    tall: { x: -330, z: -230, horizon: 0.36 },
  },
  financial: {
    kind: 'viaduct',
    fog: 620,
    sag: 3,
    wide: { y: -64, z: -220, f: 0.6, horizon: 0.45 },
    tall: { y: -64, horizon: 0.4 },
  },
  'high-tech': { kind: 'crossed', fog: 560, sag: 6, wide: { x: -250, f: 0.66, horizon: 0.5 } },
  industrial: { kind: 'lift', fog: 620, sag: 4, wide: { x: -236, z: -272, f: 0.61, cx: 0.19, horizon: 0.444 } },
};
