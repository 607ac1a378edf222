/** A promise that a package took back, or something that it asks for now. */
export interface Break {
  readonly kind: 'gone' | 'asked for'
  /** The line that is gone or new: `@x/pay › Payer.pay(): void`. */
  readonly line: string
  /** The member, parameter or name that it tells of: `Payer.pay`. */
  readonly name: string
}

export interface ApiChanges {
  /** Users may have to change what they wrote for these. */
  readonly breaking: readonly Break[]
  /** Lines that are new and ask for nothing. */
  readonly added: readonly string[]
}

/**
 * Compares what a package promised with what it promises now, both as `readApi` writes them.
 *
 * A line that is gone or changed breaks those who wrote against it. A new line is an addition, unless something that stood
 * there before now asks for it: a member or a parameter that can't be left out breaks those who make such a value. A member of
 * what is only read breaks nobody; that is said in the changeset (`Not breaking: SendDraft.mode`), because text can't tell.
 */
export function apiChanges(before: string, after: string): ApiChanges {
  const old = linesOf(before)
  const now = linesOf(after)
  const owners = new Set([...old].map(ownerOf))
  const gone = [...old].filter((line) => !now.has(line))
  const fresh = [...now].filter((line) => !old.has(line))
  const asked = fresh.filter((line) => owners.has(ownerOf(line)) && isRequired(line))
  const changed = new Set(gone.map(nameOf))
  return {
    breaking: [
      ...gone.map((line) => ({ kind: 'gone' as const, line, name: nameOf(line) })),
      ...asked
        .map((line) => ({ kind: 'asked for' as const, line, name: nameOf(line) }))
        .filter(({ name }) => !changed.has(name)),
    ],
    added: fresh.filter((line) => !asked.includes(line)),
  }
}

/** Lines with the entry that they stand under. What no entry exports is compared without: it may move. */
function linesOf(text: string): ReadonlySet<string> {
  let entry = ''
  return new Set(
    text.split('\n').flatMap((line) => {
      if (line.startsWith('# ')) entry = line === '# within' ? '' : `${line.slice(2)} › `
      return line === '' || line.startsWith('# ') ? [] : [`${entry}${line}`]
    }),
  )
}

/** Whose member or parameter a line is, and nothing for a line that is a name of its own. */
function ownerOf(line: string): string {
  const [entry, text] = parted(line)
  return `${entry}${/^(?:(?:abstract )?(?:interface|class|type|function|const) )?([\w$]+)/.exec(text)?.[1] ?? text}`
}

/** The member, parameter or name that a line tells of, without its type. */
function nameOf(line: string): string {
  const [, text] = parted(line)
  const member =
    /^(?:(?:function|const) )?([\w$]+)\.(?:readonly |static |get |set )*((?:\.\.\.)?[\w$]+|\[[^\]]*\])/.exec(
      text,
    )
  return member ? `${member[1]}.${member[2]}` : ownerOf(text)
}

const isRequired = (line: string): boolean => {
  const [, text] = parted(line)
  const member = /^(?:function )?[\w$]+\.(?:readonly |get |set )*(.*)$/.exec(text)?.[1]
  return member !== undefined && !/^(?:static |constructor\b|\.\.\.|(?:[\w$]+|'[^']*')\?)/.test(member)
}

function parted(line: string): readonly [string, string] {
  const at = line.indexOf(' › ')
  return at < 0 ? ['', line] : [line.slice(0, at + 3), line.slice(at + 3)]
}
