// Inlined into pages of accounts: keep it small.
import { countKeyPresses } from './count-key-presses.ts';
import { endVisit } from './end-visit.ts';

const link = document.querySelector<HTMLAnchorElement>('.exit')!;
link.addEventListener('click', (event) => {
  event.preventDefault();
  try {
    endVisit();
  } finally {
    location.replace(link.href);
  }
});

const isThird = countKeyPresses('Shift');
addEventListener('keydown', (event) => isThird(event) && link.click(), true);
