import { type BaseError, isKernelError } from '@latchkey/kernel/plugin'
import { unknownError } from '@latchkey/kernel/wallet'
import type { DataSource } from '@latchkey/kernel/contracts'

/** One place where an answer can be had. */
export interface Source<Request, Answer> {
  readonly source: DataSource
  /** Answers `undefined` when it does not serve what is asked, which is no failure. */
  read(request: Request): Promise<Answer | undefined>
}

export interface SourcedAnswer<Answer> {
  readonly answer: Answer
  readonly source: DataSource
  /** Failures of the sources before it. */
  readonly problems: readonly BaseError[]
}

/**
 * Asks sources in order until one answers. `undefined` when none serves what is asked.
 *
 * @param isFinal Whether a failure says something about what was asked, so that asking another source is no use.
 * @throws BaseError the failure of the best source that failed, when none answers.
 */
export async function askInOrder<Request, Answer>(
  sources: readonly Source<Request, Answer>[],
  request: Request,
  isFinal: (error: BaseError) => boolean = () => false,
): Promise<SourcedAnswer<Answer> | undefined> {
  const problems: BaseError[] = []
  for (const { source, read } of sources) {
    try {
      const answer = await read(request)
      if (answer !== undefined) return { answer, source, problems }
    } catch (error) {
      const problem = asProblem(error)
      if (isFinal(problem)) throw problem
      problems.push(problem)
    }
  }
  const [first] = problems
  if (first) throw first
  return undefined
}

/** One of our errors from anything that was thrown. */
export function asProblem(error: unknown): BaseError {
  return isKernelError(error) ? error : unknownError(error)
}
