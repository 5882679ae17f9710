import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, vi } from 'vitest';
import type { Key, Tab } from './engine.ts';
import {
  type Box,
  type ClickPoint,
  clickPointOf,
  findAll,
  type PortableTarget,
  popupBoxes,
  type State,
  stateOf,
  type Target,
} from './in-page.ts';

/** Timeout of every wait, ms: generous, for a busy machine. */
const waiting = { timeout: 60_000, interval: 100 };

/** Testing Library's queries by role, for use inside a page. */
const queries = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** A page of the site in one engine. Each step waits until it can be done, as a visitor does. */
export class Page {
  readonly #tab: Tab;
  readonly #origin: string;

  /** @param origin of the site, such as `http://localhost:3000` */
  constructor(tab: Tab, origin: string) {
    this.#tab = tab;
    this.#origin = origin;
  }

  /** @param path such as `/contact-us` */
  async goto(path: string): Promise<void> {
    await this.#tab.load(this.#origin + path);
    await this.#laidOut();
  }

  back(): Promise<void> {
    return this.#tab.back();
  }

  /** @returns path, query and fragment of the page's URL */
  async url(): Promise<string> {
    return (await this.evaluate(() => location.href)).slice(this.#origin.length);
  }

  /**
   * Calls a function in the page.
   * @param call uses only its parameters, which are passed as JSON
   */
  async evaluate<Parameters extends unknown[], Value>(
    call: (...parameters: Parameters) => Value,
    ...parameters: Parameters
  ): Promise<Value> {
    const list = parameters.map((parameter) => JSON.stringify(parameter)).join(', ');
    return (await this.#tab.evaluate(`(${call})(${list})`)) as Value;
  }

  /** @returns the state of all matching elements now */
  async all(target: Target): Promise<readonly State[]> {
    return (await this.#query(`findAll(target).map(stateOf)`, target)) as State[];
  }

  /** Waits until exactly one element matches, and is as expected. */
  async expectOne(target: Target, expected: Expected = {}): Promise<State> {
    return vi.waitFor(async () => {
      const state = onlyOne(await this.all(target), target);
      expect(state, described(target)).toMatchObject(matchersOf(expected));
      return state;
    }, waiting);
  }

  /** Waits until nothing matches. */
  async expectNone(target: Target): Promise<void> {
    await this.expectThat(() => this.all(target), described(target)).toEqual([]);
  }

  /** Waits until an assertion holds for what a function returns. */
  expectThat<Value>(read: () => Value | Promise<Value>, what = '') {
    return expect.poll(read, { ...waiting, message: what });
  }

  expectUrl(expected: string | RegExp): Promise<void> {
    const poll = this.expectThat(() => this.url(), 'URL');
    return typeof expected === 'string' ? poll.toBe(expected) : poll.toMatch(expected);
  }

  /** Clicks with the mouse, once the page is laid out and the element is at rest, in view, and uncovered. */
  async click(target: Target): Promise<void> {
    await this.#laidOut();
    let last: ClickPoint | undefined;
    const { x, y } = await vi.waitFor(async () => {
      const found = (await this.#query(
        'findAll(target).map((element) => ({ point: clickPointOf(element), ...stateOf(element) }))',
        target,
      )) as (State & { point: ClickPoint | null })[];
      const { point, disabled } = onlyOne(found, target);
      const stands = last !== undefined && last.x === point?.x && last.y === point.y;
      last = point ?? undefined;
      if (!point) throw new Error(`${described(target)} has no box to click`);
      if (point.coveredBy) {
        const when = point.moves ? ', while a transition of it runs or is pending' : '';
        throw new Error(`${described(target)} is covered by ${point.coveredBy}${when}`);
      }
      if (disabled) throw new Error(`${described(target)} is disabled`);
      if (!stands || point.moves) throw new Error(`${described(target)} moves`);
      return point;
    }, waiting);
    await this.#tab.clickAt(x, y);
  }

  /** Moves the mouse to where nothing reacts to it, and clicks there, once the page is laid out. */
  async clickAt(x: number, y: number): Promise<void> {
    await this.#laidOut();
    await this.#tab.clickAt(x, y);
  }

  /** Clicks a field and types into it. */
  async type(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.expectOne(target, { focused: true });
    await this.#tab.type(text);
  }

  press(key: Key): Promise<void> {
    return this.#tab.press(key);
  }

  /**
   * Chooses a file of this machine.
   * @param label of the file field, which has no role
   */
  async chooseFile(label: string, form: Target, path: string): Promise<void> {
    const ids = (await this.#query(
      `findAll(target).flatMap((form) =>
        TestingLibraryDom.queryAllByLabelText(form, ${JSON.stringify(label)}).map(({ id }) => id))`,
      form,
    )) as string[];
    await this.#tab.chooseFile(`[id="${onlyOne(ids, form)}"]`, path);
  }

  screenshot(): Promise<Buffer> {
    return this.#tab.screenshot();
  }

  /** Waits until one popup, dialog or dropdown is open, at rest and inside the viewport. */
  async expectPopupInsideViewport(what: string): Promise<void> {
    let last = '';
    await vi.waitFor(async () => {
      const [viewport, boxes] = [await this.#viewport(), await this.evaluate(popupBoxes)];
      const [popup] = boxes;
      const report = `${what} in ${JSON.stringify(viewport)}: ${JSON.stringify(boxes)}`;
      const moves = last !== report;
      last = report;
      if (!popup || boxes.length !== 1) throw new Error(`One popup should be open. ${report}`);
      const isInside =
        // Layout uses fractions of a pixel.
        popup.left >= -0.5 &&
        popup.top >= -0.5 &&
        popup.right <= viewport.right + 0.5 &&
        popup.bottom <= viewport.bottom + 0.5;
      if (!isInside) throw new Error(`It should lie inside the viewport. ${report}`);
      if (popup.right - popup.left < 100 || popup.bottom - popup.top < 40) throw new Error(`It is tiny. ${report}`);
      if (moves) throw new Error(`It should stand still. ${report}`);
    }, waiting);
  }

  /**
   * Closes the page.
   * @param hasPassed whether its test has passed so far
   * @returns console errors, uncaught errors and policy violations of the page
   */
  async close(hasPassed: boolean): Promise<readonly string[]> {
    let isUsable = false;
    try {
      const errors = [...(await this.#tab.errors())];
      isUsable = hasPassed;
      return errors;
    } finally {
      await this.#tab.close(isUsable);
    }
  }

  /**
   * Waits until all of the page is laid out (app/early/first-view.ts): until then, everything below the first view moves. Firefox fails to
   * click in a page that has no body yet.
   */
  async #laidOut(): Promise<void> {
    const isLaidOut = () => this.evaluate(() => document.querySelector(':root:not([data-first-view]) > body') !== null);
    await this.expectThat(isLaidOut, 'the page is laid out').toBe(true);
  }

  #viewport(): Promise<Box> {
    return this.evaluate(() => ({
      left: 0,
      top: 0,
      // Without a scrollbar that takes room.
      right: document.documentElement.clientWidth,
      bottom: innerHeight,
    }));
  }

  /** @param expression in which `target` and the functions of in-page.ts have their names */
  async #query(expression: string, target: Target): Promise<unknown> {
    const hasQueries = await this.evaluate(() => 'TestingLibraryDom' in window);
    if (!hasQueries) await this.#tab.evaluate(`(() => { ${queries}; return null; })()`);
    return this.#tab.evaluate(`(() => {
      const target = ${JSON.stringify(portable(target))};
      ${findAll} ${stateOf} ${clickPointOf}
      return ${expression};
    })()`);
  }
}

type Expected = { readonly [Name in keyof State]?: State[Name] | RegExp };

function matchersOf(expected: Expected): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );
}

function onlyOne<Item>(found: readonly Item[], target: Target): Item {
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`One element should match ${described(target)}, not ${found.length}: ${JSON.stringify(found)}`);
  }
  return first;
}

/** @returns such as `button "Close" inside dialog "Menu"` */
function described({ role, name, text, inside }: Target): string {
  const named = name === undefined ? role : `${role} ${name instanceof RegExp ? name : JSON.stringify(name)}`;
  const own = text === undefined ? named : `${named} with the text "${text}"`;
  return inside ? `${own} inside ${described(inside)}` : own;
}

function portable({ name, inside, ...rest }: Target): PortableTarget {
  return {
    ...rest,
    ...(name === undefined ? {} : { name: name instanceof RegExp ? { source: name.source, flags: name.flags } : name }),
    ...(inside ? { inside: portable(inside) } : {}),
  };
}
