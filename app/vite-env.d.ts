/// <reference types="vite/client" />

declare module '*?inline-script' {
  /** The text of a classic script. */
  const text: string;
  export default text;
}
