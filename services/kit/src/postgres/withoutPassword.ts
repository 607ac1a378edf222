/** An address as it may be shown. */
export const withoutPassword = (target: string) => target.replace(/\/\/([^:/@]*):[^@]*@/, '//$1@')
