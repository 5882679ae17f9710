/// <reference types="vite/client" />

declare module '*?inline-script' {
  /** The text of a classic script. */
  const text: string;
  export default text;
}

declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';
  export const assets: ServerBuild['assets'];
  export const routes: ServerBuild['routes'];
  export const entry: ServerBuild['entry'];
}
