import { type Part, words } from './section.ts';

const DARK_MS = 8000;

/** Shows somebody their picture. */
export function showPicture(stream: MediaStream, { find, say }: Part): () => void {
  const video = find<HTMLVideoElement>('video');
  const dark = setTimeout(say, DARK_MS, words.busy);
  const ended = new AbortController();
  const measure = (): void => {
    if (!video.videoWidth) return;
    clearTimeout(dark);
    say(words.cameraWorks.replace('#', `${video.videoWidth} × ${video.videoHeight}`));
  };
  video.addEventListener('resize', measure, ended);
  video.autoplay = true;
  video.srcObject = stream;
  return () => {
    clearTimeout(dark);
    ended.abort();
    video.srcObject = null;
  };
}
