import { ServiceError } from '../http/serviceError.js'
import type { Service } from '../service.js'

/** @throws ServiceError 401 */
export function checkProject({ settings }: Service, projectId: string | undefined): string {
  const isKnown = projectId && (settings.projects === undefined || settings.projects.has(projectId))
  if (isKnown) return projectId
  const description = projectId
    ? 'The project is not known here. Check the project id.'
    : 'A project id is needed. Pass it as "projectId".'
  throw new ServiceError(401, [{ field: 'projectId', description }])
}
