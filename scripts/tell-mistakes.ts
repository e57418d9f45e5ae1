/** Imported first by every script: a mistake is told in its own words, anything else with its stack. */
process.setUncaughtExceptionCaptureCallback((error) => {
  console.error(error.name === 'Mistake' ? error.message : error);
  process.exit(1);
});
