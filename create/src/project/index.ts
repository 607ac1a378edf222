export { CreateError, type CreateErrorCode } from './createError.js'
export { checkPackageName } from './checkPackageName.js'
export { commandsOf, type PackageManager } from './packageManager.js'
export { type PackageVersions, readVersions } from './packageVersions.js'
export { planFiles } from './planFiles.js'
export type { ProjectPlan } from './projectPlan.js'
export type { Answers, Choice, Question, Questions } from './question.js'
export {
  type Chosen,
  type Generator,
  ownSurroundings,
  runGenerator,
  type Surroundings,
} from './runGenerator.js'
export { writeProject } from './writeProject.js'
