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
  throw new CreateError(
    'CREATE_NAME_INVALID',
    `"${name}" can't be the name of a package: ${[...errors, ...warnings].join(', ')}. Give another name, such as "my-app".`,
  )
}
