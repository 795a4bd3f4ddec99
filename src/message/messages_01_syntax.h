/* R01xx: the problem file as YAML, and assignments of --set. */
MESSAGE(0101, FILE_UNREADABLE, "A file cannot be read", "The file does not exist, is a folder, or you may not read it.",
        "Correct the path, which is relative to the current folder; - reads the standard input.",
        "nowhere.yaml: cannot be read: No such file or directory")
MESSAGE(0102, FILE_EMPTY, "The problem file is empty", "The file has no content, or comments only.",
        "Write a problem; problems/ has examples, and rigel list --keys prints all keys.",
        "yaml_empty.yaml: found an empty file, expected a problem")
MESSAGE(
  0103, YAML_SYNTAX, "The file is not valid YAML",
  "Often a missing bracket, comma or quote in the line above, a tab, or a text with a colon and no quotes.",
  "Correct the place that the message names; indent with spaces, and put texts that contain ': ' into quotes.",
  "yaml_syntax.yaml:2:7: not valid YAML: did not find expected ',' or '}', while parsing a flow mapping that starts at 1:7")
MESSAGE(
  0104, NOT_UTF8, "The file is not UTF-8 text", "The file is binary, or was saved in another encoding such as Latin-1.",
  "Save the file as UTF-8.",
  "yaml_latin1.yaml:6:10: found a byte that is not UTF-8 text (invalid trailing UTF-8 octet), expected a YAML file")
MESSAGE(0105, YAML_FEATURE, "The file uses a feature of YAML that problem files do not have",
        "Anchors, aliases, tags, merge keys, several documents, and lists or mappings as keys are rejected.",
        "Write the value itself at each place where it is used.",
        "yaml_alias.yaml:6:15: bodies.box.position: found the alias *origin, expected the value itself")
MESSAGE(
  0106, YAML_NESTING, "The file is nested too deeply",
  "Lists or mappings are nested in more than 32 levels; often a bracket is not closed.", "Close the brackets.",
  "yaml_too_deep.yaml:6:39: title[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: found more than 32 levels of nesting, expected fewer")
MESSAGE(0107, NUL_CHARACTER, "A text contains a NUL character", "A quoted text has the escape \\0 or \\x00.",
        "Remove the escape.",
        "yaml_nul_escape.yaml:6:8: title: found a text with a NUL character, expected a text without")
MESSAGE(0108, KEY_TWICE, "A key occurs twice in one mapping",
        "The same key is written twice; YAML would keep only one of them.",
        "Remove one of the two; the message names the place of the first.",
        "yaml_key_twice.yaml:6:5: bodies.box.mass: found a second time, expected once (first at 4:5)")
MESSAGE(0109, NOT_A_PROBLEM, "The file is YAML, but not a problem",
        "The file is a list or a single word instead of a mapping of keys.",
        "Begin with keys such as time: and bodies:.",
        "yaml_list.yaml:1:1: found a list of 2, expected a mapping of keys such as time and bodies")
MESSAGE(0121, SET_FORM, "An assignment is malformed", "The word after --set is not of the form key.path=value.",
        "Write --set time.step=0.01; lists take an index or a name: --set bodies.box.mass=2.",
        "--set method.degree: found no =, expected key.path=value")
MESSAGE(
  0122, SET_ITEM, "An assignment names an item that does not exist",
  "The path of --set leads through a list that has no item of this name or index, or through a value that has no items.",
  "Correct the path. List items have names or indices from 0.",
  "--set bodies.bax.mass=1: bodies: found no item bax, expected a name or an index below 1 (did you mean box?)")
MESSAGE(0123, SET_APPEND, "An assignment appends to something that is not a list",
        "+= adds an item to a list, and the path names another value.", "Use = to replace the value, or name a list.",
        "--set time.end+=1: found 5, expected a list that += can add to")
