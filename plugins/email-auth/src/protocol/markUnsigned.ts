const unsigned = Symbol.for('latchkey.unsigned')

/** Marks a fault that ended a request before anything was signed. Whoever serves the frame tells the app that, and nothing else of it. */
export const markUnsigned = <Fault>(fault: Fault): Fault =>
  typeof fault === 'object' && fault !== null && Object.isExtensible(fault)
    ? Object.assign(fault, { [unsigned]: true })
    : fault

export const isUnsigned = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && unsigned in fault
