import { lstatSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkPackageName } from './checkPackageName.js'
import { CreateError } from './createError.js'
import { planFiles } from './planFiles.js'
import type { ProjectPlan } from './projectPlan.js'
import { unusableFolder } from './unusableFolder.js'
import { writeFiles } from './writeFiles.js'

/**
 * Writes a project into a folder that is empty or isn't there: all of it, or nothing. Everything is read and filled in before the first file
 * is written. Returns the paths of the files.
 *
 * @throws CreateError for a name that npm refuses, a folder that isn't empty and a fault of a template
 */
export function writeProject(plan: ProjectPlan): readonly string[] {
  checkPackageName(plan.packageName)
  checkTarget(plan.target)
  const files = planFiles(plan)
  writeFiles(plan.target, files)
  return [...files.keys()]
}

/** An own history may be there before the project. */
const mayBeThere = new Set(['.git'])

/**
 * Refuses a folder that has anything in it, or that can't be used.
 *
 * @throws CreateError `CREATE_FOLDER_NOT_EMPTY` or `CREATE_FOLDER_NOT_WRITABLE`
 */
export function checkTarget(target: string): void {
  const found = namesIn(target)
  if (found === 'file')
    throw new CreateError('CREATE_FOLDER_NOT_EMPTY', `"${target}" is a file. Give another folder.`)
  if (found === 'link')
    throw new CreateError(
      'CREATE_FOLDER_NOT_WRITABLE',
      `"${target}" is a link, and a project is written where it is named. Give the folder that the link leads to, or another one.`,
    )
  const [other] = found.filter((name) => !mayBeThere.has(name))
  if (other !== undefined)
    throw new CreateError(
      'CREATE_FOLDER_NOT_EMPTY',
      `"${target}" isn't empty: it has "${other}". Give another folder, or empty this one.`,
    )
}

/** Lists a folder; nothing where there is none. */
function namesIn(target: string): readonly string[] | 'file' | 'link' {
  try {
    if (lstatSync(resolve(target), { throwIfNoEntry: false })?.isSymbolicLink()) return 'link'
    const found = statSync(target, { throwIfNoEntry: false })
    if (found === undefined) return []
    return found.isDirectory() ? readdirSync(target) : 'file'
  } catch (error) {
    throw unusableFolder(target, error)
  }
}
