import { ServiceError } from '../http/serviceError.js'
import type { Service } from '../service.js'

/** Where any project is answered, a caller makes its id up. Characters. */
const longest = 128

/** @throws ServiceError 401 */
export function checkProject({ settings }: Service, projectId: string | undefined): string {
  const isKnown =
    projectId &&
    projectId.length <= longest &&
    (settings.projects === undefined || settings.projects.has(projectId))
  if (isKnown) return projectId
  const description = projectId
    ? 'The project is not known here. Check the project id.'
    : 'A project id is needed. Pass it as "projectId".'
  throw new ServiceError(401, [{ field: 'projectId', description }])
}
