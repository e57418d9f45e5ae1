// Inlined into the page of the check, right behind the part that it brings to life: nothing moves when that appears.
import { showPicture } from './camera.ts';
import { checkConnection } from './connection.ts';
import { checkDevice } from './device.ts';
import { showLevel } from './microphone.ts';
import { checkSpeaker } from './speaker.ts';

checkDevice('camera', 'video', showPicture);
checkDevice('microphone', 'audio', showLevel);
checkSpeaker();
checkConnection();
document.getElementById('check')!.hidden = false;
