/* R09xx: calls of the C and Python interfaces. */
MESSAGE(0901, HANDLE_INVALID, "A handle that is NULL or destroyed",
        "The call needs a problem, model or trajectory that is alive.",
        "Create it before the call, and destroy it afterwards.",
        "rigel_run: found no model at this address, expected one that is not destroyed")
MESSAGE(0902, HANDLE_FOREIGN, "A trajectory of another model",
        "Reactions and gradients require the model that made the trajectory.", "Pass that model.",
        "rigel_gradient: found a trajectory of another model, expected one of this model")
MESSAGE(0903, HANDLE_IN_USE, "A handle in use",
        "A callback tries to destroy what the outer call works with, or to end the library.",
        "Destroy it after the call.",
        "rigel_model_destroy: found a handle that a call works with, expected a destroy after the end of that call")
MESSAGE(0904, ARGUMENT_NULL, "A NULL argument", "The argument is required.", "Pass an address, a text or a function.",
        "rigel_problem_set: found NULL for path, expected text")
MESSAGE(0905, ARGUMENT_TEXT, "A text that cannot be a name or path",
        "The text is empty or too long, or a path contains =.", "Pass another text.",
        "rigel_problem_set: found path time.end=5, expected a path without =")
MESSAGE(0906, ARGUMENT_COUNT, "A number of entries that is not possible", "A size is negative, too small or too large.",
        "Pass the size that the message states.", "rigel_check_potential: found n = 7, expected 12 or 24")
MESSAGE(0907, ARGUMENT_FINITE, "An argument that is not finite", "An array contains NaN or an infinity.",
        "Pass finite numbers.", "rigel_problem_set_number: found nan for value, expected a finite number")
MESSAGE(0908, FUNCTIONAL_EMPTY, "A functional without content", "RigelFunctional has neither functions nor a name.",
        "Set end, running or name.",
        "rigel_gradient: found a functional without end, running and name, expected one of them")
MESSAGE(0909, LIBRARY_STATE, "A call before the start or after the end of PETSc and MPI",
        "rigel_initialize was not called, or MPI has ended; MPI starts once per process.",
        "Call rigel_initialize first and rigel_finalize last.",
        "rigel_run: found that PETSc is not running, expected a call after rigel_initialize")
MESSAGE(0910, NAME_ABSENT, "A name that the model does not have",
        "The body, joint, motion, control or column is not in the problem.",
        "Correct the name; columns are those of state.csv.",
        "rigel_model_body: found no body bax, expected one of the problem")
MESSAGE(0911, CALLBACK_FINITE, "A function of yours returned a number that is not finite",
        "A potential, force or functional returned NaN or an infinity.",
        "Correct the function; rigel_check_potential and its relatives test it.",
        "found nan in gradient[3] of the potential field at t = 0.2, expected finite numbers")
MESSAGE(0912, TRAJECTORY_PART, "A trajectory that is not whole or does not fit",
        "Equations and gradients need a trajectory over all elements, with the mesh, degree and sizes of the model.",
        "Solve the whole interval, or create the trajectory with this model.", "found a run that did not reach its end")
MESSAGE(0913, EQUATIONS_OBJECTIVE, "Equations of a model with an objective",
        "The forces of its controls are unknown, so the equations of motion alone are not defined.",
        "Remove the objective.", "rigel_equations_residual: found a model with an objective, expected one without")
MESSAGE(0914, EQUATIONS_SINGULAR, "A singular matrix at this trajectory",
        "The Jacobian of the equations has no inverse there.",
        "Use another trajectory; check boundary values and redundant joints.",
        "rigel_equations_solve: found a singular matrix, expected a regular one at this trajectory")
MESSAGE(0915, OBSERVER_STOPPED, "The observer ended the run", "The function of the caller returned false.",
        "Nothing is wrong; the result contains the elements up to there.", "the observer ended the run")
MESSAGE(0916, CALLBACK_BODY, "A function of yours acts on a body that does not exist",
        "rigel_problem_add_potential or rigel_problem_add_force names a body that the problem does not have.",
        "Correct the name.", "field: found no body bax, expected one of the problem, or ground")
MESSAGE(0917, CALLBACK_SCHEME, "A scheme without functions of yours",
        "Potentials and forces of the caller are supported by mG, BG and em.", "Use one of these schemes.",
        "field: found together with scheme: rattle, expected mG, BG or em")
MESSAGE(0918, COST_CONFLICT, "A cost that the problem cannot have",
        "A cost needs controls and an objective, and may not depend on time if the end time is free.",
        "Add them, or remove the cost.", "cost: found without controls and an objective, expected both")
MESSAGE(0951, PYTHON_TYPE, "A Python argument of the wrong type",
        "The type cannot be converted to what the library needs.", "Pass the type that the message states.",
        "found int for a path, expected str")
MESSAGE(0952, PYTHON_SHAPE, "A Python array of the wrong shape",
        "The array, or the result of a function of yours, has another shape or number of entries.",
        "Pass the shape that the message states.", "found a state of shape (3,), expected (14,)")
MESSAGE(0953, PYTHON_VALUE, "A Python value that no problem can have",
        "A text contains a NUL character, or a number is not finite.", "Pass another value.",
        "found a NUL character in a path, expected none")
MESSAGE(0954, PYTHON_CLOSED, "A Python object that is closed or in use",
        "close() was called before, or is called while another call uses the object.",
        "Keep the object open while you use it.", "found a Model that is closed, expected an open one")
