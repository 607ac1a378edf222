/** Answers that no wallet may give in the place of a signature or a transaction's id. */
export const rubbish: readonly unknown[] = [undefined, null, '', 42, true, {}, [], { id: 7 }]
