/** An error whose message is a whole sentence for the operator, which names what has to be set right: nothing is added to it. */
export class OperatorError extends Error {}
