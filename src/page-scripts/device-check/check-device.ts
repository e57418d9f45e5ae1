import { type Section, sectionOf, strings } from './section.ts';

/** The message for an error of `getUserMedia`, by its name. */
const REASONS: Record<string, 'denied' | 'absent' | 'busy'> = {
  NotAllowedError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Turns a device on and off with its button, and changes it with its list.
 * @param kind the only kind of device to ask for
 * @param show shows the stream; returns a function that ends the display
 */
export function checkDevice(
  id: 'camera' | 'microphone',
  kind: 'video' | 'audio',
  show: (stream: MediaStream, section: Section) => () => void,
): void {
  const section = sectionOf(id);
  const { button, find, setStatus } = section;
  const list = find<HTMLSelectElement>('select');
  /** Turns the device off, or cancels the request; `undefined` while it is off. */
  let end: (() => void) | undefined;

  const stop = (text = ''): void => {
    end?.();
    end = undefined;
    button.textContent = strings[`${id}On`];
    setStatus(text);
  };

  const start = async (): Promise<void> => {
    stop(strings.waiting);
    button.textContent = strings[`${id}Off`];
    let isWanted = true;
    let track: MediaStreamTrack | undefined;
    let hide: (() => void) | undefined;
    end = () => {
      isWanted = false;
      track?.stop();
      hide?.();
    };
    try {
      const deviceId = list.value ? { exact: list.value } : undefined;
      const constraints = { deviceId, ...(kind === 'video' && { width: { ideal: 1280 } }) } as MediaTrackConstraints;
      const stream = await navigator.mediaDevices.getUserMedia({ [kind]: constraints });
      [track] = stream.getTracks();
      // The user turned the device off before the permission was granted.
      if (!isWanted) return track!.stop();
      track!.addEventListener('ended', () => stop(strings.ended));
      hide = show(stream, section);
      await fill(list, `${kind}input`, track!.getSettings().deviceId);
    } catch (error) {
      if (!isWanted) return;
      list.value = '';
      stop(strings[REASONS[(error as Error).name] ?? 'unsupported']);
    }
    return undefined;
  };

  button.addEventListener('click', () => (end ? stop(strings.off) : void start()));
  list.addEventListener('change', () => void start());
  addEventListener('pagehide', () => stop());
}

/** Lists the devices of a kind, where there are several. */
async function fill(list: HTMLSelectElement, kind: string, current: string | undefined): Promise<void> {
  const devices = (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === kind);
  list.replaceChildren(...devices.map(({ label, deviceId }) => new Option(label, deviceId)));
  list.value = current ?? '';
  list.parentElement!.hidden = devices.length < 2;
}
