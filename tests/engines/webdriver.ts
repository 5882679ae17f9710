/** How long a browser may take to carry out a command, ms: generous, for a busy machine. */
const commandMs = 60_000;

/** A session of the W3C's WebDriver protocol: the commands that these tests need (https://www.w3.org/TR/webdriver2/). */
export class WebDriverSession {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  /**
   * @param driverUrl URL of a driver
   * @param capabilities that the browser must have
   * @param signal aborts the wait for the browser
   */
  static async start(
    driverUrl: string,
    capabilities: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await send<{ sessionId: string }>('POST', `${driverUrl}/session`, body, signal);
    return new WebDriverSession(`${driverUrl}/session/${sessionId}`);
  }

  /** Sends a command, such as `POST` to `/url`. @throws with the driver's error, or if the browser hangs */
  command<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Value> {
    return send(method, `${this.#url}${path}`, body, AbortSignal.timeout(commandMs));
  }

  /** Runs the body of a function in the page. @returns its result */
  execute<Value>(script: string): Promise<Value> {
    return this.command('POST', '/execute/sync', { script, args: [] });
  }

  async performActions(...actions: readonly unknown[]): Promise<void> {
    await this.command('POST', '/actions', { actions });
  }

  async quit(): Promise<void> {
    await this.command('DELETE', '');
  }
}

async function send<Value>(method: string, url: string, body: unknown, signal: AbortSignal): Promise<Value> {
  const command = `WebDriver ${method} ${new URL(url).pathname}`;
  try {
    const response = await fetch(url, {
      method,
      signal,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}. ${value.message}`);
    return value;
  } catch (error) {
    throw new Error(`${command}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
