/** Keys by their name in the DOM (UI Events, `KeyboardEvent.key`). */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight' | 'Control+v';

/** How a tab is opened. */
export interface TabOptions {
  /** Size of the viewport, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the page's own scripts run; they do by default. */
  readonly javaScript?: boolean;
  readonly colorScheme?: 'light' | 'dark';
  /** Whether the browser knows popovers, which those from before 2024 do not; WebKit can do without. */
  readonly popovers?: boolean;
  /** Whether heroes play their films, which take more processor than the rest of a page; they show their posters by default. */
  readonly films?: boolean;
}

/** One tab of a browser, as its driver offers it. Journeys use it through `Page`. */
export interface Tab {
  /** Loads a URL and waits for the page's `load` event. */
  load(url: string): Promise<void>;
  /** Presses the browser's Back button. */
  back(): Promise<void>;
  /**
   * Evaluates a JavaScript expression in the page, also where the page's own scripts are off.
   * @returns its value, converted to JSON and back
   */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the mouse to a point of the viewport and presses its main button. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types text into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Selects a file in an `<input type="file">`. */
  chooseFile(selector: string, path: string): Promise<void>;
  /** @returns a PNG of the viewport */
  screenshot(): Promise<Buffer>;
  /** @returns console errors, uncaught errors and policy violations since the tab opened */
  errors(): Promise<readonly string[]>;
  /** @param isBrowserUsable whether later tests may use its browser: one whose test failed may be the cause, and fail the retry */
  close(isBrowserUsable: boolean): Promise<void>;
}

/** A browser that journeys run in. */
export interface Engine {
  readonly name: string;
  /** Whether this machine has it; journeys are skipped where it is missing. */
  readonly isInstalled: boolean;
  open(options: TabOptions): Promise<Tab>;
  /** Ends every process of the engine. */
  close(): Promise<void>;
}
