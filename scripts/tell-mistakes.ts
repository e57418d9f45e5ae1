/** Imported first by every script: a mistake is told in its own words, anything else with its stack. */
process.setUncaughtExceptionCaptureCallback((error: NodeJS.ErrnoException) => {
  const isMistake = error.name === 'Mistake' || error.code?.startsWith('ERR_PARSE_ARGS');
  console.error(isMistake ? error.message : error);
  process.exit(1);
});
