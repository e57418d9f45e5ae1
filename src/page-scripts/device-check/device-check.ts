// Inlined into /test right after the markup that it uses, so that nothing moves when the check appears.
import { showPicture } from './camera-picture.ts';
import { checkDevice } from './check-device.ts';
import { checkConnection } from './connection.ts';
import { showLevel } from './microphone.ts';
import { checkSpeaker } from './speaker.ts';

checkDevice('camera', 'video', showPicture);
checkDevice('microphone', 'audio', showLevel);
checkSpeaker();
checkConnection();
document.getElementById('check')!.hidden = false;
