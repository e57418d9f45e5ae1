/** A session of a browser that speaks WebDriver. @see https://www.w3.org/TR/webdriver2/ */
export interface WebDriverSession {
  /** Sends a command. @throws Error with the message of the browser */
  send: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
  end: () => Promise<void>;
}

/** Longest time of a command. A session starts a browser, which takes seconds, and longer beside other tests. */
const COMMAND_MS = 90_000;

/** Opens a session at a driver on this machine. */
export async function openSession(port: number, capabilities: object): Promise<WebDriverSession> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.timeout(COMMAND_MS);
    const request = { method, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request).catch((error: unknown) => {
      throw new Error(`${method} ${path}: no answer`, { cause: error });
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${(value as { message: string }).message}`);
    return value;
  };
  const { sessionId } = (await ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string;
  };
  const send: WebDriverSession['send'] = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
  return { send, end: async () => void (await send('DELETE', '')) };
}
