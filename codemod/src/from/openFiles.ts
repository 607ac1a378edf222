import { relative, sep } from 'node:path'
import { Project, type SourceFile } from 'ts-morph'
import { findFault, readSourceText } from '../readSourceText.js'
import { sourceFiles } from '../sourceFiles.js'
import { EditedFile, type Left } from './EditedFile.js'
import type { Kit } from './Kit.js'
import { findSecondMeaning } from './setAside.js'

const source = /\.[cm]?[jt]sx?$/

/** Reads an app's files, but for those that can't be followed. */
export function openFiles(kit: Kit, folder: string) {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } })
  const left = new Map<string, Left>()
  const files = sourceFiles(folder, source)
    .filter((path) => !/\.d\.[cm]?ts$/.test(path))
    .flatMap((path) => {
      const name = relative(folder, path).split(sep).join('/')
      const read = readSourceText(path)
      const isOurs = mentionsKit(kit, read.text)
      // Where nothing is changed, nothing has to be understood.
      const fault = isOurs || read.text.includes('wagmi') ? findFault(read, path) : undefined
      const opened = fault ? undefined : parse(project, `/${name}`, read.text)
      if (!opened) {
        if (isOurs && fault) left.set(name, fault)
        return []
      }
      const file = new EditedFile(opened, name)
      const why = isOurs ? findSecondMeaning(kit, file) : undefined
      if (why) left.set(name, why)
      return why ? [] : [file]
    })
  return { files, left }
}

/** Nothing for a file that the compiler can't hold: it has nothing of the product, or was found at fault before. */
function parse(project: Project, path: string, text: string): SourceFile | undefined {
  try {
    return project.createSourceFile(path, text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export const mentionsKit = ({ packages, marks = [] }: Kit, text: string) =>
  [...packages, ...marks].some((mark) => text.includes(mark))
