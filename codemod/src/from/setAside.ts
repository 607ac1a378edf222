import type { EditedFile, Left } from './EditedFile.js'
import { declarationsOf, importedFrom, usesOf } from './imports.js'
import type { Kit } from './Kit.js'

/**
 * Says why a file must be left as it is before any rule reads it: a name of the kit that the file declares once more means
 * something else in a part of it, and the rules go by names.
 */
export function findSecondMeaning(kit: Kit, { file }: EditedFile): Left | undefined {
  for (const { local } of importedFrom(file, kit.owns)) {
    const [other] = declarationsOf(file, local)
    if (other)
      return {
        line: other.getStartLineNumber(),
        sentence: `\`${local}\` is another thing here than what the file imports, so the file was left. Rename this one, and run this again.`,
      }
  }
  return undefined
}

/** Says why a file must be left as it is once the rules have read it: it has a name that it would import too. */
export function findTakenName(kit: Kit, file: EditedFile): Left | undefined {
  for (const { module, name } of file.wanted) {
    // Some uses of the kit's would move and others stay, under one name.
    const isKept = importedFrom(file.file, kit.owns).some(({ local }) => local === name)
    const kept = usesOf(file.file, name).find((use) => isKept && !file.isEdited(use))
    if (kept) {
      const line = kept.getStartLineNumber()
      const told = file.left.find((one) => one.line === line)
      return (
        told ?? { line, sentence: `\`${name}\` can't be moved here, so the file was left. Move it by hand.` }
      )
    }
    const imported = importedFrom(file.file, () => true).find(
      (one) => one.local === name && one.module !== module && !kit.owns(one.module),
    )
    const other = declarationsOf(file.file, name)[0] ?? imported?.specifier
    if (other)
      return {
        line: other.getStartLineNumber(),
        sentence: `\`${name}\` would be imported from ${module}, and the file has it for something else, so the file was left. Rename this one, and run this again.`,
      }
  }
  return undefined
}
