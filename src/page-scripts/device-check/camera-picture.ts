import { type Section, strings } from './section.ts';

const DARK_MS = 8000;

/** Shows the picture of the camera. @returns a function that hides it */
export function showPicture(stream: MediaStream, { find, setStatus }: Section): () => void {
  const video = find<HTMLVideoElement>('video');
  const dark = setTimeout(setStatus, DARK_MS, strings.busy);
  const ended = new AbortController();
  const measure = (): void => {
    if (!video.videoWidth) return;
    clearTimeout(dark);
    setStatus(strings.cameraWorks.replace('#', `${video.videoWidth} × ${video.videoHeight}`));
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
