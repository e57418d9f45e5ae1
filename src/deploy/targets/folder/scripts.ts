/** Begins a script that changes what visitors get: it ends where the lease has another id than `$2`. */
export const WHILE_HELD = `
if ! grep -qF "\\"$2\\"" "$1/lease.json"; then echo lost; exit 0; fi`;

/** Ends a script where the connection was lost before the whole lease had come. */
const WHOLE = `if ! grep -q '}$' "$1/lease.json.$2"; then rm "$1/lease.json.$2"; exit 1; fi`;

/** POSIX scripts for the machine of a target. `$1` is its folder. */
export const scripts = {
  /** Refuses links and files in the place of folders, and the reverse. */
  prepare: `
for folder in "$1" "$1/generations"; do
  if [ -L "$folder" ] || { [ -e "$folder" ] && [ ! -d "$folder" ]; }; then echo "$folder is a link or a file, where a deployment writes a folder. Remove it, or name its target in deploy.config.ts." >&2; exit 1; fi
  mkdir -p "$folder"
done
if ! stat -c %Y "$1" > /dev/null 2>&1; then echo 'A folder needs the tools of GNU, which Linux has: stat -c, mv -T, touch -d, sha256sum.' >&2; exit 1; fi
for link in "$1/current" "$1/publish"; do
  if [ -e "$link" ] && [ ! -L "$link" ]; then echo "$link is no link, so no deployment made it. Move it away, then deploy again." >&2; exit 1; fi
done`,

  /** Takes the lease with the id \`$2\`, whose text is the input. Prints the lease that is there. */
  takeLease: `
cat > "$1/lease.json.$2"
${WHOLE}
ln "$1/lease.json.$2" "$1/lease.json" 2>/dev/null || true
rm "$1/lease.json.$2"
cat "$1/lease.json"`,

  readLease: `cat "$1/lease.json" 2>/dev/null || true`,

  /** Removes a lease with the id \`$3\` that has expired, or one that was written in part where it is empty. Of two runs that do so, the second finds another lease, and puts it back. */
  removeLease: `
mv "$1/lease.json" "$1/lease.json.$2.free" 2>/dev/null || exit 0
if [ -n "$3" ] && ! grep -qF "\\"$3\\"" "$1/lease.json.$2.free"; then ln "$1/lease.json.$2.free" "$1/lease.json" || true; fi
rm "$1/lease.json.$2.free"`,

  /** Renews the lease with the id \`$2\`. */
  renewLease: `
grep -qF "\\"$2\\"" "$1/lease.json" || exit 0
cat > "$1/lease.json.$2"
${WHOLE}
mv "$1/lease.json.$2" "$1/lease.json"`,

  /** Removes a lease, and prints it. */
  breakLease: `if [ -e "$1/lease.json" ]; then cat "$1/lease.json"; rm -f "$1/lease.json"; fi`,

  releaseLease: `if grep -qF "\\"$2\\"" "$1/lease.json"; then rm "$1/lease.json"; fi`,

  /** The served generation, then each generation with its time in seconds, newest first. */
  generations: `
echo "$(readlink "$1/current" || true)"
cd "$1/generations"
ls -1t | while IFS= read -r name; do
  if [ -d "$name" ] && [ ! -L "$name" ]; then echo "$name $(stat -c %Y "$name")"; fi
done`,

  manifest: `cat "$1/generations/$2/publish/manifest.json"`,

  /** Says whether the generation \`$2\` is complete; if not, makes its folder of hard links to the files of \`$3\`, or of copies where the file system has none. */
  begin: `
cd "$1/generations"
if [ -L "$2" ] || [ -L "$2.partial" ]; then echo "$1/generations/$2 is a link. Remove it." >&2; exit 1; fi
if [ -d "$2" ]; then echo complete; exit 0; fi
if [ ! -d "$2.partial" ]; then
  rm -rf "$2.tmp"
  if [ -n "$3" ]; then
    cp -al "./$3" "$2.tmp" 2> /dev/null || { rm -rf "$2.tmp"; cp -a "./$3" "$2.tmp"; }
    rm -rf "$2.tmp/publish"
  else mkdir "$2.tmp"; fi
  mv -T "$2.tmp" "$2.partial"
fi`,

  /** Compares the files of the generation \`$2\` with the hashes of the input, and completes it. Wrong files leave, so that the next run sends them. */
  complete: `
cd "$1/generations/$2.partial"
if ! lines=$(LC_ALL=C sha256sum --check --quiet - 2> /dev/null); then
  wrong=$(printf '%s\n' "$lines" | sed 's/: FAILED.*//')
  printf '%s\n' "$wrong" | xargs --delimiter '\\n' rm -f --
  echo "These files differ from the manifest. Build again, which repairs them: npm run build -- --force" >&2
  printf '%s\n' "$wrong" | head >&2
  exit 1
fi
cd ..
mv "$2.partial" "$2"`,

  /** Links the files that the input keeps from the generation `$3` into `$2` where they are missing, and prints those that are lost; removes others. */
  linkFiles: `
cd "$1/generations"
while read -r act file; do
  if [ "$act" = drop ]; then rm -f "$2/$file"; continue; fi
  if [ -e "$2/$file" ]; then continue; fi
  if [ ! -e "$3/$file" ]; then echo "$file"; continue; fi
  mkdir -p "$(dirname "$2/$file")"
  ln "$3/$file" "$2/$file"
done`,

  /** Switches the link to the configuration of the generation \`$3\`. Says whether there was one. */
  switchPublish: `
cd "$1"
if [ -L publish ]; then echo yes; fi
ln -sfn "generations/$3/publish" publish.new
mv -T publish.new publish`,

  /** Switches visitors to the generation \`$3\`. */
  switchCurrent: `
cd "$1"
touch "generations/$3"
ln -sfn "generations/$3" current.new
mv -T current.new current`,

  /** Removes generations but those from \`$3\` on. */
  prune: `
cd "$1/generations"
shift 2
for name in *; do
  case " $* " in *" $name "*) continue ;; esac
  if printf %s "$name" | grep -qE '^[0-9a-f]{16}(\\.partial|\\.tmp)?$'; then rm -rf "./$name"; fi
done`,

  /**
   * Files and folders of the folder \`$2\`: \`at\`, type, rights, time, bytes and path; \`sum\` and a line of its sums; how the links of the
   * target lead; with \`content\` as \`$3\` the hash of each file.
   */
  list: `
cd "$1/generations/$2"
odd=$(find . -name '*
*' | head -n 1)
if [ -n "$odd" ]; then printf '%s\n' "$1/generations/$2/$odd has a line break in its name, so no build wrote it. Remove it." >&2; exit 1; fi
find . -printf 'at %y %m %T@ %s %P\\n' || true
if [ -f publish/SHA256SUMS ]; then sed 's/^/sum /' publish/SHA256SUMS; fi
case "$(readlink "$1/current") $(readlink "$1/publish" || true)" in
  "generations/$2 generations/$2/publish") ;;
  "generations/$2 "*) echo unlinked ;;
esac
if [ "$3" = content ]; then find . -type f -exec sha256sum {} + || true; fi`,

  writeSums: `
cd "$1/generations/$2/publish"
rm -f SHA256SUMS SHA256SUMS.new
sha256sum -- * > ../SHA256SUMS.new
mv ../SHA256SUMS.new SHA256SUMS`,

  /** Removes the paths of the input from the generation \`$3\`. */
  remove: `
cd "$1/generations/$3"
sed 's#^#./#' | xargs --delimiter '\\n' --no-run-if-empty rm -rf`,

  /** Creates the folders of the input in the generation \`$3\`. */
  makeFolders: `
cd "$1/generations/$3"
folders=$(sed 's#^#./#')
printf '%s\n' "$folders" | xargs --delimiter '\\n' mkdir -p
printf '%s\n' "$folders" | xargs --delimiter '\\n' chmod 755`,

  /** Copies files, a hash and a path a line, from other generations into the generation \`$3\` where it has another content. */
  copyFromOthers: `
cd "$1/generations"
has() { [ -f "$1" ] && [ ! -L "$1" ] && [ "$(sha256sum < "$1")" = "$hash  -" ]; }
while read -r hash file; do
  if has "$3/$file"; then continue; fi
  for other in *; do
    if has "$other/$file"; then cp "$other/$file" "$3/$file.new"; mv "$3/$file.new" "$3/$file"; break; fi
  done
done`,

  /** Sets the rights of files of the generation `$3`, and the time of those that have the hash: a line has time, hash and path. */
  touch: `
cd "$1/generations/$3"
while read -r seconds hash file; do
  if [ ! -f "$file" ]; then continue; fi
  chmod 644 "$file"
  if [ "$(sha256sum < "$file")" = "$hash  -" ]; then touch -d "@$seconds" "$file"; fi
done`,

  readJournal: `if [ -e "$1/journal" ]; then cat "$1/journal"; fi`,

  writeJournal: `
cat > "$1/journal.new"
mv "$1/journal.new" "$1/journal"`,

  removeJournal: `rm -f "$1/journal"`,
};
