import validate from 'validate-npm-package-name'
import { CreateError } from './createError.js'

/**
 * Refuses a name that npm would refuse for a new package.
 *
 * @throws CreateError `CREATE_NAME_INVALID`
 */
export function checkPackageName(name: string): void {
  const { validForNewPackages, errors = [], warnings = [] } = validate(name)
  if (validForNewPackages) return
  const small = name.toLowerCase()
  const other = small !== name && validate(small).validForNewPackages ? small : 'my-app'
  throw new CreateError(
    'CREATE_NAME_INVALID',
    `"${name}" can't be the name of a package: ${[...errors, ...warnings].join(', ')}. Give another name, such as "${other}".`,
  )
}
