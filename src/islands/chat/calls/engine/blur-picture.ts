/** Size at which no face can be recognised, and the size it is scaled up to. */
const TINY = { width: 16, height: 12 };
const SHOWN = { width: 320, height: 240 };
const FRAMES_PER_SECOND = 15;

/** Blurs the picture of a camera until only light and colours are left. */
export function blurPicture(camera: MediaStreamTrack) {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([camera]);
  const canvasOf = (size: typeof TINY): HTMLCanvasElement => Object.assign(document.createElement('canvas'), size);
  const [tiny, shown] = [canvasOf(TINY), canvasOf(SHOWN)];
  const draw = (canvas: HTMLCanvasElement, source: CanvasImageSource): void =>
    canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height);
  // A timer, because a hidden page gets no animation frames.
  const drawing = setInterval(() => {
    draw(tiny, video);
    draw(shown, tiny);
  }, 1000 / FRAMES_PER_SECOND);
  draw(shown, tiny);
  // Rejects where the camera stops before its first frame: the canvas stays black.
  void video.play().catch(() => {});
  const [track] = shown.captureStream(FRAMES_PER_SECOND).getVideoTracks();
  return {
    track: track!,
    stop: (): void => {
      clearInterval(drawing);
      track!.stop();
      video.srcObject = null;
    },
  };
}
