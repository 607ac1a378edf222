/**
 * Returns what was asked for, or, when that takes longer, what `late` returns.
 *
 * @throws what `asked` or `late` throws
 */
export function inTime<Answer>(
  milliseconds: number,
  asked: Promise<Answer>,
  late: () => Answer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(Promise.resolve().then(late))
    // A process that was stopped for so long has its answer waiting: it's read before this is called.
    const timer = setTimeout(() => setImmediate(end), milliseconds)
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
