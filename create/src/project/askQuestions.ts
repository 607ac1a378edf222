import type { Readable, Writable } from 'node:stream'
import { confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import { checkPackageName } from './checkPackageName.js'
import { CreateError } from './createError.js'
import { nameOfFolder } from './nameOfFolder.js'
import { type Answers, inOrder, type Question, type Questions } from './question.js'
import { checkTarget } from './writeProject.js'

/** Where a person is asked. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** Asks at the terminal what wasn't said. Returns undefined when the person leaves. */
export async function askQuestions<Asked extends Questions>(
  questions: Asked,
  said: Partial<Answers<Asked>>,
  terminal: Terminal,
): Promise<Answers<Asked> | undefined> {
  const answers: Record<string, unknown> = { ...said }
  for (const [name, question] of Object.entries(questions)) {
    if (Object.hasOwn(answers, name)) continue
    const answer = await ask(question, terminal)
    if (isCancel(answer)) return undefined
    answers[name] = Array.isArray(answer) ? inOrder(question, answer) : answer
  }
  return answers as Answers<Asked>
}

/** Asks where the project goes, until the folder will do. Returns undefined when the person leaves. */
export async function askFolder(initial: string, terminal: Terminal): Promise<string | undefined> {
  const answer = await text({
    ...terminal,
    message: 'Folder',
    placeholder: initial,
    defaultValue: initial,
    validate: (value) => folderProblem(value || initial),
  })
  return isCancel(answer) ? undefined : answer
}

function folderProblem(folder: string): string | undefined {
  try {
    checkPackageName(nameOfFolder(folder))
    checkTarget(folder)
    return undefined
  } catch (error) {
    if (error instanceof CreateError) return error.message
    throw error
  }
}

function ask(question: Question, terminal: Terminal): Promise<unknown> {
  const common = { ...terminal, message: question.message }
  if (question.kind === 'yesOrNo') return confirm({ ...common, initialValue: question.initial })
  const options = [...question.choices]
  if (question.kind === 'choice') return select({ ...common, options, initialValue: question.initial })
  return multiselect({
    ...common,
    options,
    initialValues: [...question.initial],
    required: question.required ?? false,
  })
}
