import { arrive } from '../../support/browser/chat-page.ts';
import { logSteps } from '../../support/browser/log-steps.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const service = testService(anyDatabase);
const browser = suiteBrowser();
const fillRoom = logSteps();

testWith('chromium')('the log stays at its end, or at the row that the user scrolled to', async () => {
  const takeSteps = await fillRoom(service);
  const anna = await arrive(browser(), service);
  await anna.enter(anna.topic('lounge'));
  await anna.page.getByRole('article').first().waitFor();
  await takeSteps({
    evaluate: (act, arg) => anna.page.evaluate(act as never, arg),
    resize: (width, height) => anna.page.setViewportSize({ width, height }),
  });
});
