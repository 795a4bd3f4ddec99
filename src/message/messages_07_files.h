/* R07xx: results folders, files of earlier runs, resuming. */
MESSAGE(0701, FOLDER_MAKE, "The results folder cannot be made", "You may not write there, or a file has that name.",
        "Choose another folder with -o.", "rigel run: cannot make directory /results/box: Permission denied")
MESSAGE(0702, FOLDER_WRITE, "The results folder cannot be written",
        "You may not write to the folder, or it is no folder, or it cannot be locked.",
        "Choose another folder with -o.", "rigel run: cannot write to directory results/box: Permission denied")
MESSAGE(
  0703, FILE_WRITE, "A file cannot be written",
  "Most often a full disk. Nothing was written under a final name, unless the message states otherwise.",
  "Free space and run again.",
  "rigel run: cannot write results/box/state.csv: No space left on device; nothing was written under a final name")
MESSAGE(
  0704, FOLDER_IN_USE, "Another command writes to the folder",
  "The folder is locked by the process that the message names.", "Wait for its end, or choose another folder with -o.",
  "rigel run: results/box is in use by process 4711 on host since 12:00; wait for its end or choose another folder with -o")
MESSAGE(0705, FOLDER_COMMIT, "An unfinished commit cannot be completed",
        "The journal .rigel.commit was changed or its files are missing; the files of the folder may be of two runs.",
        "Remove the journal and run again.",
        "rigel run: cannot complete the unfinished commit in results/box: Bad message")
MESSAGE(
  0706, FOLDER_FOREIGN, "The folder holds results of another problem", "Two problems have the same name or folder.",
  "Choose another folder with -o, or replace the results with --force.",
  "rigel run: results/box holds results of /home/me/old.yaml, expected those of /home/me/box.yaml: choose another folder with -o, or replace them with --force")
MESSAGE(
  0707, RUN_UNFINISHED, "The folder holds an unfinished run", "An earlier run was killed and left a checkpoint.",
  "Resume it with the command of the message, or discard it with --force.",
  "rigel run: results/box holds an unfinished run of box.yaml, stored after element 400: resume it with rigel run box.yaml --restart results/box, or discard it with --force")
MESSAGE(
  0711, RESUME_UNREADABLE, "The run to resume cannot be read",
  "The folder or its restart.dat does not exist. A run in one window, with boundary values or with output.every: 0 leaves none.",
  "Correct the folder, or run again as a whole.",
  "rigel run: cannot resume from results/box/restart.dat: No such file or directory (a run in one window or with output.every: 0 leaves none)")
MESSAGE(
  0712, RESUME_DAMAGED, "A damaged restart file",
  "The file was cut off or changed, or is not a restart file of this problem.", "Restore it, or run again as a whole.",
  "rigel run: cannot resume from results/box/restart.dat: found a damaged file, whose checksum is not that of its last line")
MESSAGE(
  0713, RESUME_VERSION, "A restart file of another version",
  "Restart files are read only by the version of Rigel that wrote them.", "Run again as a whole.",
  "rigel run: cannot resume from results/box/restart.dat: found a restart file of another version of Rigel, expected 0.1.0")
MESSAGE(0714, RESUME_PROBLEM, "The run to resume solves another problem",
        "--restart resumes the same problem; only the keys that docs/reference/output.md lists may differ.",
        "Restore the values, or run again as a whole.",
        "rigel run: found another problem than in results/box: mass: 99, expected mass: 12")
MESSAGE(
  0715, RESUME_CHECKSUM, "A result file was changed after the run",
  "Its size or checksum is not the one that the restart file or run.yaml lists.", "Restore the file, or run again.",
  "rigel run: cannot resume from results/box/state.csv: found 120 bytes with checksum 17, expected 240 with 99: it was changed, or belongs to another run than restart.dat")
MESSAGE(0716, RESUME_IMPOSSIBLE, "A run that cannot be resumed",
        "A single window has no state between its elements to resume from, and output.every: 0 stores none.",
        "Use a smaller method.window or output.every: 1, or run again as a whole.",
        "rigel run: found one window for the whole run, expected several with --restart")
MESSAGE(0717, RESUME_END, "The run to resume has reached its end",
        "time.end is not later than the end of the earlier run.", "Increase time.end.",
        "rigel run: found time.end: 5, expected more than t = 5, where results/box ends")
MESSAGE(
  0718, RESUME_COLUMNS, "Tables of another run",
  "A table of the folder has other columns or fewer rows than the restart file requires.", "Run again as a whole.",
  "rigel run: cannot resume from results/box/state.csv: found other columns or fewer rows than restart.dat requires")
MESSAGE(0721, VIEW_FOLDER, "Not the folder of a run",
        "The folder or its run.yaml, state.csv, invariants.csv or multipliers.csv is missing.",
        "Name the results folder of a run with output.every > 0 and the format csv.",
        "rigel view: expected the folder of a run that wrote its tables (output.every > 0, format csv)")
MESSAGE(
  0722, TABLE_FORM, "A CSV table that is not one of a run",
  "The table is missing, cut off or was edited: its first column is t, times ascend, all rows have as many finite numbers as the header.",
  "Restore the table, or run again.",
  "guess_csv_ragged.yaml:2:35: solver.guess_file: earlier_runs/ragged/state.csv:3: found 2 numbers, expected 3")
MESSAGE(0723, TABLE_COLUMNS, "A table of another system", "The columns are not those of the problem in run.yaml.",
        "Run again, so that all files of the folder belong together.",
        "rigel view: state.csv: found rod.x in column 2, expected box.x: not of the run in run.yaml")
MESSAGE(0724, PLOT_FOLDER, "Not the folder of a run or study",
        "The folder is missing or has no tables, the name is that of a file, or a study has one run or no result.",
        "Name the results folder of a run or of a study.",
        "rigel plot: results/box.yaml: found a file, expected the folder of a run or study")
MESSAGE(
  0725, PLOT_PYTHON, "No Python with matplotlib", "Plots are drawn by python3 with matplotlib, which was not found.",
  "Install Debian's package python3-matplotlib, or set RIGEL_PYTHON to a Python that has matplotlib.",
  "rigel plot: found no matplotlib for python3; install Debian's package python3-matplotlib, or set RIGEL_PYTHON to a Python that has it")
MESSAGE(0726, PLOT_QUANTITY, "A quantity that cannot be plotted",
        "The run or study has no such column or group, it has no numbers, or there are too many curves.",
        "Use the name that the message suggests; rigel list quantities names the columns.",
        "rigel plot: controls: the run has no such quantity")
