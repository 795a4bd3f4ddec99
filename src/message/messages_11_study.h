/* R11xx: studies. */
MESSAGE(
  1101, STUDY_KIND, "A study without a measure",
  "Neither the command nor the study block of the file names what to measure.",
  "Write rigel study convergence FILE, or conservation, or condition.",
  "rigel study: expected convergence, conservation or condition before FILE, or a study block in it: box.yaml (see rigel study --help)")
MESSAGE(1102, SWEEP_NONE, "A study that sweeps nothing", "No key with several values is given.",
        "Give --steps, --degrees, ... or --sweep key=a,b.",
        "rigel study: nothing to sweep: no --steps, --degrees, ... or --sweep (see rigel study --help)")
MESSAGE(1103, SWEEP_KEY, "A bad key of a sweep",
        "A key is a path of letters, digits, _, -, . and brackets; a study has at most 16 sweeps.", "Correct the key.",
        "study_sweep_text.yaml:3:29: study.sweep: found a bad key of a sweep: title?x")
MESSAGE(1104, SWEEP_VALUE, "A bad value of a sweep",
        "The value is empty, occurs twice, has a control character, or would be a formula in a spreadsheet.",
        "Remove or correct the value.",
        "study_block.yaml:9:47: study.sweep: found a value twice in the sweep of method.degree")
MESSAGE(1105, STUDY_RUNS, "Too many runs", "The product of the sweeps exceeds the limit.", "Sweep fewer values.",
        "rigel study: found 20000 runs, expected at most 10000")
MESSAGE(
  1106, STUDY_REFERENCE, "A reference that does not fit the study",
  "Stored digits hold for one problem, not for several that are swept; or the word after --reference is none of the three forms.",
  "Use --reference self or --reference SCHEME:DEGREE:ELEMENTS.",
  "rigel study: found --reference mg, expected file, self or SCHEME:DEGREE:ELEMENTS as mG:3:50000")
MESSAGE(
  1107, REFERENCE_FAILED, "The reference could not be computed",
  "The finer run of the study failed for the reason that the message states.",
  "Give another one: --reference mG:3:10000.",
  "rigel study: no reference by mG:4:200: Newton's method diverged in element 7 of 200, from t = 0.3 (step 0.05, residual 1.20e+03 after 14 iterations in 2 attempts of at most 40): the step may be too large for this motion: use a smaller one, here (time.parts) or everywhere [R0501]")
MESSAGE(1108, STUDY_INCOMPLETE, "An incomplete study", "The study was interrupted, or processes could not be started.",
        "Run the command of the message; rows that exist are kept.",
        "rigel study: found 12 of 20 rows; resume with the same command, or with rigel study results/box/study.yaml")
MESSAGE(1109, STUDY_PLOT, "A study without plots", "Python or matplotlib is not installed, or drawing failed.",
        "Install Debian's package python3-matplotlib and run rigel plot, or plot study.csv yourself.",
        "rigel study: no plots: rigel plot results/box draws them later")
MESSAGE(1110, STUDY_PROCESS, "A process could not be started", "The limit of processes or memory is reached.",
        "Use fewer processes (-j).", "rigel study: cannot start a process: Resource temporarily unavailable")
MESSAGE(1111, ROW_CRASHED, "A run of the study crashed",
        "Its process ended by a signal (9: often memory) or by an internal error.",
        "Read study.log; running the study again repeats the row.", "rigel study: ended by signal 9; see study.log")
MESSAGE(1112, ROW_MIDDLE, "A reference without a middle",
        "Errors of the trajectory compare states in the middle of the interval, where an element must end.",
        "Use even numbers of elements.", "no element ends in the middle, expected an even number of elements")
MESSAGE(1113, ROW_REFERENCE, "A row without an error", "The time of the reference is not an element end of this row.",
        "Choose steps that divide the time of the reference.",
        "no error: the time of the reference is not an element end")
