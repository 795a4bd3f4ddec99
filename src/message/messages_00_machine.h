/* R00xx: memory, output, errors inside Rigel or PETSc. */
MESSAGE(
  0001, OUT_OF_MEMORY, "Memory is exhausted",
  "Rigel, PETSc or a library asked for memory and received none. The limits of ulimit -v and of control groups count.",
  "Use fewer elements, a smaller method.window or output.every: N, or raise the limit.",
  "rigel: out of memory in PetscMallocAlign: Memory requested 8000000000")
MESSAGE(
  0002, INTERNAL, "An error inside Rigel or PETSc",
  "A call of PETSc or MPI failed for a reason that Rigel does not expect; often an option after -- that does not fit the run.",
  "Run again without PETSc options. If the error remains, report it with the problem file and all lines of the message.",
  "rigel_run: found an error inside Rigel or PETSc, expected none: MatLUFactorNumeric: zero pivot (PETSc error 71)")
MESSAGE(0003, STANDARD_OUTPUT, "The standard output cannot be written",
        "The standard output is closed, or leads to a full disk.",
        "Free space or redirect the output. Result files that the command reported as written are complete.",
        "rigel: cannot write to the standard output: No space left on device")
