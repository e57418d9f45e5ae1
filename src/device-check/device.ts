import { type Section, sectionOf, strings } from './section.ts';

/** What an error of `getUserMedia` means to people. */
const REASONS: Record<string, 'denied' | 'absent' | 'busy'> = {
  NotAllowedError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Turns a device on and off by its button, and another one by its list.
 * @param wanted asks for it alone
 * @param show shows what it gives; returns what ends that
 */
export function checkDevice(
  id: 'camera' | 'microphone',
  wanted: 'video' | 'audio',
  show: (stream: MediaStream, part: Section) => () => void,
): void {
  const part = sectionOf(id);
  const { button, find, say } = part;
  const list = find<HTMLSelectElement>('select');
  /** Ends what is on, or waited for; nothing where it is off. */
  let end: (() => void) | undefined;

  const stop = (text = ''): void => {
    end?.();
    end = undefined;
    button.textContent = strings[`${id}On`];
    say(text);
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
      const constraints = { deviceId, ...(wanted === 'video' && { width: { ideal: 1280 } }) } as MediaTrackConstraints;
      const stream = await navigator.mediaDevices.getUserMedia({ [wanted]: constraints });
      [track] = stream.getTracks();
      // Whoever has turned it off meanwhile wants no light.
      if (!isWanted) return track!.stop();
      track!.addEventListener('ended', () => stop(strings.ended));
      hide = show(stream, part);
      await fill(list, `${wanted}input`, track!.getSettings().deviceId);
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

/** Offers every device of a kind, where there is a choice. */
async function fill(list: HTMLSelectElement, kind: string, current: string | undefined): Promise<void> {
  const devices = (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === kind);
  list.replaceChildren(...devices.map(({ label, deviceId }) => new Option(label, deviceId)));
  list.value = current ?? '';
  list.parentElement!.hidden = devices.length < 2;
}
