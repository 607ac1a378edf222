/**
 * Reads a whole number above 0 from the environment. One that is no such number would have a script run nothing and end well, so it
 * ends the script with 2 and one sentence.
 * @param multiple the number that it has to be a multiple of
 */
export function readCount(name, usual, multiple = 1) {
  const given = process.env[name]
  const count = given === undefined ? usual : Number(given)
  if (Number.isSafeInteger(count) && count > 0 && count % multiple === 0) return count
  const wanted = multiple === 1 ? 'a whole number above 0' : `a multiple of ${multiple}`
  console.error(`Expected ${name} to be ${wanted}, and found "${given}". (SCRIPT_NUMBER_INVALID)`)
  process.exit(2)
}
