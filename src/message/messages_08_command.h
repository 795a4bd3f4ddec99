/* R08xx: the command line, PETSc options after --, MPI ranks. */
MESSAGE(
  0801, COMMAND_UNKNOWN, "Unknown command", "The first word after rigel is no command.",
  "Use one of the commands that rigel --help lists.",
  "rigel: unknown command rum (did you mean run?), expected one of run, check, study, gradient, view, init, list, explain, completion, help (rigel --help)")
MESSAGE(0802, OPTION_UNKNOWN, "Unknown option", "The command has no such option, or the option needs a value.",
        "Read rigel COMMAND --help. PETSc options follow after --.",
        "rigel run: unknown option --steps (see rigel run --help)")
MESSAGE(0803, OPTION_VALUE, "An option without a valid value",
        "The word after the option is missing or of another kind.", "Give the value that the message states.",
        "rigel run: a directory is missing after -o (see rigel run --help)")
MESSAGE(0804, FILE_ARGUMENT, "Not exactly one file or folder",
        "The command takes one problem file or one folder, and none or several are given.", "Name one.",
        "rigel run: no FILE (see rigel run --help)")
MESSAGE(0805, TOO_MANY, "Too many options",
        "The number of assignments or the length of the PETSc options exceeds the limit.",
        "Write the values into the problem file.", "rigel run: too many --set (see rigel run --help)")
MESSAGE(
  0806, PETSC_WORD, "A word after -- that is no PETSc option",
  "Everything after -- belongs to PETSc and has the form -name or -name value.", "Put options of Rigel before --.",
  "rigel run: found after --, where PETSc options as -name or -name value belong, the word box.yaml (see rigel run --help)")
MESSAGE(0807, PETSC_OPTION, "A PETSc option that PETSc rejects",
        "The value is of the wrong kind, or PETSc was built without the package.", "Correct the option after --.",
        "rigel: PETSc options: Input string nonsense has no numeric value")
MESSAGE(0808, PETSC_UNUSED, "A PETSc option was not used",
        "The option is misspelt, or belongs to a solver that the run does not use.", "Correct or remove it.",
        "rigel run: PETSc option -snes_rtl was not used")
MESSAGE(
  0811, RANKS_SERIAL, "A command or run that uses one rank only", "Time stepping, studies and gradients are serial.",
  "Start without mpiexec; use method: {scheme: mG, window: all} for a global solve on several ranks, and -j for studies.",
  "rigel run: found 2 MPI ranks, expected one: time stepping is serial; use scheme mG with window: all")
MESSAGE(0812, RANKS_MANY, "More ranks than elements in a window", "Each rank owns at least one element.",
        "Use fewer ranks or larger windows.",
        "rigel run: found 4 MPI ranks for 2 elements in a window, expected at most one rank per element")
MESSAGE(0813, RANKS_LINEAR, "A linear solver for one rank", "The solver factors on one rank only.",
        "Use solver.linear: auto, block or mumps.",
        "rigel run: found solver.linear: umfpack on 2 ranks, expected auto, block or mumps")
MESSAGE(0814, RANKS_INPUT, "The standard input on several ranks", "Only one rank has the standard input.",
        "Name a file.", "rigel run: found - on 2 ranks, expected a file: only one of them has the standard input")
MESSAGE(
  0821, EXPLAIN_UNKNOWN, "Nothing to explain",
  "The word is neither a key of the problem file, nor a name of a table, nor the code of a message.",
  "Use a whole path such as method.gauss; rigel list keys names all keys, rigel list messages all codes.",
  "rigel explain: found method.gaus, expected a key of the problem file such as method.gauss, or a name, did you mean method.gauss?")
MESSAGE(0822, TOPIC_UNKNOWN, "Unknown topic or shell",
        "rigel list has no such topic, or rigel completion no such shell.", "Use one of the words of the message.",
        "rigel list: found scheme (did you mean schemes?), expected one of formulations, joints, loads")
MESSAGE(0823, TEMPLATE_UNKNOWN, "Unknown template", "rigel init needs the name of a template.",
        "Use one of the words of the message.",
        "rigel init: found template pendulm, expected one of pendulum, top (did you mean pendulum?)")
MESSAGE(0824, FILE_EXISTS, "The file to write exists", "rigel init does not replace a file.",
        "Choose another name, or replace the file with --force.",
        "rigel init: box.yaml exists: choose another FILE, or replace it with --force")
